"""Preloaded by a Dask worker: notes the name of each program that it compiles, and so saves, in compiled.txt."""

from brewsim.parts.cache import Store

save = Store.save


def save_and_note(self: Store, name: str, payload: bytes) -> None:
    with open("compiled.txt", "a") as file:
        file.write(f"{name}\n")
    save(self, name, payload)


Store.save = save_and_note
