"""xip: a program's modules in one file, from which a Pico's flash can run them."""
