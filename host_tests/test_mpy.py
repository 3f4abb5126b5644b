"""Compiled files as the device wants them: the same programs, native code where four divides."""

import pytest

from tools.device import build, mpy


@pytest.fixture(scope="module")
def compiled(tmp_path_factory):
    out = tmp_path_factory.mktemp("mpy") / "ws_lcd_13"
    sizes, _ = build.build("ws_lcd_13", out)
    return {name: (out / name).read_bytes() for name in sizes if name.endswith(".mpy")}


def test_native_code_lies_where_four_divides(compiled):
    natives = [f for data in compiled.values() for f in mpy.functions(data) if f.kind]
    assert len(natives) > 20 and all(f.at % 4 == 0 for f in natives)


def test_every_file_has_a_block_of_its_own_and_what_plays_fits_into_it(compiled):
    assert all(len(data) >= mpy.LEAST for data in compiled.values())
    large = {name for name, data in compiled.items() if len(data) > 4096}
    in_play = {name for name in large if name.split("/")[1:2] != ["sheets"]}
    assert in_play <= {"flash.mpy", "thirteen/ui/emblems.mpy"} | _OVER


_OVER = {  # their last functions stay in the heap
    "thirteen/views/make13.mpy",
    "thirteen/views/three_thirteen.mpy",
    "thirteen/rules/make13.mpy",
}


def test_every_module_has_an_object(compiled):
    """Or the end of its names would keep the copies of its code in memory."""
    for name, data in compiled.items():
        _, at = mpy._number(data, 4)
        assert mpy._number(data, at)[0] > 0, name


def test_it_is_the_same_program(compiled):
    """Taken apart, all is as before but for zeros behind a function."""
    for data in compiled.values():
        again = mpy.fitted(data)
        assert again == data  # what fits stays as it is
        found = mpy.functions(data)
        bare = [f._replace(code=f.code.rstrip(b"\0")) for f in found]
        start = found[0].at - len(mpy._head(found[0]))
        loose = data[:start] + b"".join(mpy._head(f) + f.code + f.tail for f in bare)
        fitted = mpy.functions(mpy.fitted(loose))
        assert [f.code.rstrip(b"\0") for f in fitted] == [f.code for f in bare]
        assert [(f.kind, f.tail, f.many) for f in fitted] == [
            (f.kind, f.tail, f.many) for f in bare
        ]
        assert all(f.at % 4 == 0 for f in fitted if f.kind)


def test_a_head_that_grows_by_its_padding_is_reckoned_with():
    """Sizes at which the number before a function takes a byte more."""
    for size in range(1, 40):
        code = bytes(range(1, size + 1))
        functions = [mpy.Function(0, 0, code, b"\2", 4), mpy.Function(2, 0, code, b"\0", 0)]
        functions.append(mpy.Function(3, 0, b"\1" * 4, b"\0\0\0", 0))
        data = b"M\x06\x00\x1f\x01\x00\x0am.mpy\0"
        data += b"".join(mpy._head(f) + f.code + f.tail for f in functions)
        out = mpy.functions(mpy.fitted(data))
        assert [f.at % 4 for f in out[1:]] == [0, 0]
        assert [f.code.rstrip(b"\0") for f in out[:2]] == [code, code]


def test_another_format_is_refused():
    with pytest.raises(ValueError, match="version 6"):
        mpy.functions(b"M\x05\x00\x1f")
