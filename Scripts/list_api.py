"""Prints the public declarations and conformances of symbol graphs, a line each; the step api calls it.

Conformances that the compiler gives to nearly all types are left out, as are unavailable
declarations: they only tell a caller what to write. The conformance implies the requirements of
Equatable, Hashable and Codable.
"""

import json
import sys

IMPLIED = {"Swift.Copyable", "Swift.Escapable", "Swift.SendableMetatype"}
REQUIREMENTS = {"==(_:_:)", "hash(into:)", "encode(to:)", "init(from:)"}


def lines(graph):
    module = graph["module"]["name"]
    names = {}
    for symbol in graph["symbols"]:
        if any(availability.get("isUnconditionallyUnavailable") for availability in symbol.get("availability", [])):
            continue
        if symbol["pathComponents"][-1] in REQUIREMENTS:
            continue
        path = ".".join([module, *symbol["pathComponents"]])
        names[symbol["identifier"]["precise"]] = path
        declaration = " ".join("".join(part["spelling"] for part in symbol["declarationFragments"]).split())
        extension = symbol.get("swiftExtension", {}).get("constraints", [])
        where = ", ".join(f"{part['lhs']} {part['kind']} {part['rhs']}" for part in extension)
        yield f"{path}: {declaration}" + (f" [where {where}]" if where else "")
    for relation in graph["relationships"]:
        if relation["kind"] == "conformsTo" and relation["source"] in names:
            protocol = relation.get("targetFallback") or names.get(relation["target"], relation["target"])
            if protocol in IMPLIED:
                continue
            constraints = relation.get("swiftConstraints", [])
            where = ", ".join(f"{part['lhs']} {part['kind']} {part['rhs']}" for part in constraints)
            yield f"{names[relation['source']]}: is {protocol}" + (f" [where {where}]" if where else "")


found = set()
for path in sys.argv[1:]:
    with open(path) as file:
        found.update(lines(json.load(file)))
print(*sorted(found), sep="\n")
