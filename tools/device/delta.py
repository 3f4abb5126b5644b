"""A file that the handheld makes of pieces of an older one there, and of what is new.

The handheld tells a checksum of each whole piece of the old file; here each place of the new one
is looked up among them (as rsync does). Of the pack a text of the same length then sends
half a kilobyte, and what moves all that follows a tenth. What comes of it is compared with its
hash anyway.
"""

import hashlib
import zlib

PIECE = 256  # bytes
LEAST = 16384  # bytes of a file that is worth the question
SUM = 8  # bytes of a checksum: the crc32, and the first ones of the sha256

SUMS = """
import hashlib, binascii
with open({path}, 'rb') as f:
    f.seek({at})
    out = b''
    for i in range({count}):
        d = f.read({size})
        if len(d) < {size}: break
        out += binascii.crc32(d).to_bytes(4, 'big') + hashlib.sha256(d).digest()[:4]
print(binascii.b2a_base64(out).decode().strip())
"""


def parts(data, sums):
    """The data as a list of bytes to send, and of (place in the old file, length) to copy there.

    sums: a checksum of each piece of the old file, in their order.
    """
    if not sums:
        return [data] if data else []
    places = {}
    for i, known in enumerate(sums):
        places.setdefault(known, i * PIECE)
    weak = {known[:4] for known in places}
    out, sent, at = [], 0, 0
    while at + PIECE <= len(data):
        piece = data[at : at + PIECE]
        crc = zlib.crc32(piece).to_bytes(4, "big")
        place = None
        if crc in weak:
            place = places.get(crc + hashlib.sha256(piece).digest()[: SUM - 4])
        if place is None:
            at += 1
            continue
        if sent < at:
            out.append(data[sent:at])
        if out and isinstance(out[-1], tuple) and sum(out[-1]) == place:
            out[-1] = out[-1][0], out[-1][1] + PIECE
        else:
            out.append((place, PIECE))
        at = sent = at + PIECE
    return out + [data[sent:]] if sent < len(data) else out
