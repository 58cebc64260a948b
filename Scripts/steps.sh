# What the steps of Scripts/check do: step NAME is the function step-NAME. Each runs in a shell of its own, in the
# folder of the package, with `set -euo pipefail`.
# shellcheck shell=bash

# Packages beside the library share its build folder. Caching manifests would make SwiftPM look for a product in the
# package that was built there last, so that is off.
in_library=(--scratch-path .build --disable-build-manifest-caching)
# Packages with the trait GRDB share another, since the trait changes how every module of the library is compiled.
in_grdb=(--scratch-path .build/grdb --disable-build-manifest-caching)

# Copies the output of `swift test`, and fails if it ran no test, or not those of Unicode's data.
require_tests() (
  output=$(mktemp)
  trap 'rm -f "$output"' EXIT
  tee "$output"
  if ! grep -qE 'Test run with [1-9][0-9]* tests? |Executed [1-9][0-9]* tests?, ' "$output"; then
    echo 'no tests ran' >&2
    exit 1
  fi
  if grep -F 'no Unicode data in .build/unicode' "$output" >&2; then exit 1; fi
)

# Refuses what is neither a number nor nothing.
number() {
  [[ ${1-} =~ ^[0-9]*$ ]] || { echo "expected a number, not '$1'" >&2; exit 64; }
}

# Runs a command that the README has on a line of its own.
readme() {
  # Without a match grep fails, and says nothing.
  lines=$(grep -E "^Scripts/setup( test)? && swift $1( |$)" README.md || true)
  if [ -z "$lines" ] || [ "$(wc -l <<<"$lines")" -ne 1 ]; then
    echo "README.md: expected one line that begins with 'Scripts/setup', and 'swift $1'" >&2
    exit 1
  fi
  echo "$lines"
  bash -euo pipefail -c "$lines"
}

# What the sources alone show

# Installs libicu's headers, and unpacks what the tests use of Unicode's data.
step-setup() { Scripts/setup test; }

# Checks the format, that no line is beyond column 100, that no build artifacts are committed, that what the compiler
# does not check has a reason (each type that is Sendable unchecked, and each file that indexes raw memory), that the
# figures of documents are those of Benchmarks/Results, that files and links that Markdown names exist, that `mutations`
# finds the code it changes and a release the places of its version, and that the programs of Benchmarks in shell and
# Python parse.
step-source() {
  git ls-files -z '*.swift' | xargs -0 swift format lint --strict

  # The format lets comments and texts be longer.
  long=$(LC_ALL=C.UTF-8 git grep -nE '^.{101,}' -- '*.swift' ':!Benchmarks' || true)
  if [ -n "$long" ]; then
    printf 'lines longer than 100 columns:\n%s\n' "$long" >&2
    exit 1
  fi

  built=$(git ls-files | grep -E '(^|/)\.build/|(^|/)Package\.resolved$' || true)
  if [ -n "$built" ]; then
    printf 'build artifacts are committed:\n%s\n' "$built" >&2
    exit 1
  fi

  missing=$(git ls-files -z 'Sources/*.swift' | xargs -0 awk '
    FNR == 1 { reason = 0 }
    /Unchecked because/ { reason = FNR }
    /@unchecked/ && (!reason || FNR - reason > 8) {
      print FILENAME ":" FNR ": expected a comment before it that says \"Unchecked because\""
    }')
  for file in $(git grep -lE 'unsafe [a-zA-Z(.+ ]*[a-z]\[' -- 'Sources/*.swift'); do
    grep -qi 'in bounds' "$file" || missing+="$file: expected a comment that says why its indices are in bounds"$'\n'
  done
  if [ -n "$missing" ]; then
    printf '%s\n' "$missing" >&2
    exit 1
  fi

  # A key that a test expects is ICU's: sortKey(for:) takes it from the library's own tables, once there are any.
  ours=$(git grep -nE '(keys = .*map|expected.* = ).*\bsortKey\(for' -- 'Tests/CollationTests/*.swift' || true)
  if [ -n "$ours" ]; then
    printf 'expected keys that are not ICU'"'"'s own; make them with keyByICU:\n%s\n' "$ours" >&2
    exit 1
  fi

  # Programs that no other step runs.
  for script in Benchmarks/measure Benchmarks/Peers/*/peer; do bash -n "$script"; done

  Scripts/setup python3
  python3 -B -c 'import ast, pathlib
for file in [pathlib.Path("Benchmarks/fetch-lists"), *pathlib.Path("Benchmarks/Peers").rglob("*.py")]: ast.parse(file.read_text(), str(file))'
  python3 -B Scripts/figures.py --check
  python3 -B Scripts/links.py
  python3 -B Scripts/mutations.py --texts

  copy=$(mktemp -d)
  trap 'rm -rf "$copy"' EXIT
  cp -r --parents -t "$copy" CHANGELOG.md README.md Sources/Collation/Collator Sources/CollationCHeader \
    Integrations/Python/pyproject.toml
  Scripts/release/tag --write 1.2.3 "$copy"
}

# Checks the rules of the house (Collation.docc/Design.md), and then that errors planted in a copy are found.
step-house() {
  Scripts/setup python3
  python3 -B Scripts/house.py
  python3 -B Scripts/house.py --self-test
}

# The library and what stands beside it

step-test() { readme test | require_tests; }

step-main-command() { readme run; }

# Tests a client that imports Foundation and XCTest, in debug and in release: Clang then compares the library's
# declarations with those of Foundation's ICU. Each configuration has modules of its own. Then runs the programs of
# Examples, and checks what they print.
step-clients() {
  scratch=.build/clients
  rm -rf "$scratch"
  try() { swift test --package-path Tests/Packages/Clients --disable-build-manifest-caching "$@" | require_tests; }
  # From an empty build folder. Side by side: building a module takes one processor.
  try --scratch-path "$scratch" &
  debug=$!
  # Reuses the library that was built for the tests, but nothing of the client, and no module that Clang has made.
  rm -rf .build/release/ClientTests.build .build/release/ModuleCache
  try --scratch-path .build -c release
  Scripts/setup libsqlite3-dev
  swift test -c release --package-path Examples/Programs "${in_library[@]}" | require_tests
  wait "$debug"
  # A client without the trait GRDB has nothing of it.
  if find "$scratch" \( -path '*/checkouts/GRDB*' -o -path '*/repositories/GRDB*' -o -name 'GRDB.build' \) | grep . ||
    grep -i grdb Tests/Packages/Clients/Package.resolved; then
    echo 'a client without the trait GRDB resolves or builds GRDB' >&2
    exit 1
  fi
}

# Compiles and runs the examples of the documentation, and compares the results with the values that their comments
# state. CONTRIBUTING.md says which comments state a value.
step-examples() {
  # Reuses what is already built of the library.
  options=(-c release --package-path Tests/Packages/DocumentationExamples "${in_library[@]}")
  examples=Tests/Packages/DocumentationExamples/Sources/DocumentationExamples/Examples.swift
  # Those of CollationGRDB need its trait: the step grdb runs an app that does what they show.
  git ls-files -z README.md 'Sources/*.md' 'Sources/*.swift' ':!Sources/CollationGRDB' |
    xargs -0 swift run "${options[@]}" ExampleMaker >"$examples"
  swift run "${options[@]}" DocumentationExamples
}

# Compares the library's results with those of its rivals in all languages, in a short run of the benchmarks, and its
# instructions with the stored counts. No times are compared.
step-benchmarks() {
  swift build -c release --package-path Benchmarks "${in_library[@]}" --product compare
  .build/release/compare --quick
  # A file of one's own. The order in sections is not always a collator's: № collates as "No", after Cyrillic letters in
  # Russian but before them where Latin letters come first; a Chinese section has Latin names and ideographs that are
  # far apart in the order.
  printf '%s\n' 'Дом №5' 'Дом Аа' '№ 7' Bob Ян >.build/names.txt
  .build/release/compare --quick --file .build/names.txt --locale ru
  printf '%s\n' 阿明 Adam 张三 Zoe Ян >.build/names.txt
  .build/release/compare --quick --file .build/names.txt --locale zh
  .build/release/compare throughput --languages cs --count 10000
  Benchmarks/count-instructions --check
}

# Builds CollationGRDB for a client with the trait. Tests it, with sqlite3 writing beside, and runs an app of at most
# forty lines.
step-grdb() {
  Scripts/setup libsqlite3-dev sqlite3
  options=(-c release --package-path Tests/Packages/GRDB "${in_grdb[@]}")
  swift test "${options[@]}" | require_tests

  app=Tests/Packages/GRDB/Sources/ListApp
  [ "$(wc -l <$app/main.swift)" -le 40 ] || { echo "$app/main.swift: expected at most 40 lines" >&2; exit 1; }
  folder=$(mktemp -d)
  trap 'rm -rf "$folder"' EXIT
  swift run --skip-build "${options[@]}" ListApp "$folder/people.sqlite" | diff $app/expected.txt -
}

# Compares the file that the example server's README shows, tests the server, and tries its page in headless Chromium.
#
# server FOLDER   leaves screenshots of the page in the folder
step-server() {
  server=Examples/ContactsServer
  sed -n '/^```swift$/,/^```$/p' $server/README.md | sed '1d; $d' |
    diff - $server/Sources/ContactsServer/ContactsController.swift ||
    { echo "$server/README.md: expected ContactsController.swift as it is" >&2; exit 1; }

  Scripts/setup libsqlite3-dev
  # Only the page needs the browser, so it is installed while the server is built.
  Scripts/setup chromium python3-websocket fonts-noto-core fonts-noto-cjk &
  browser=$!

  options=(-c release --package-path $server "${in_grdb[@]}")
  swift test list "${options[@]}" >/dev/null
  wait "$browser"

  # Side by side: both wait most of the time.
  (swift test --skip-build "${options[@]}" | require_tests) &
  tests=$!
  $server/Tests/Page/check-page .build/grdb/release/ContactsServer ${1:+--screenshots "$1"} &
  page=$!
  status=0
  wait "$tests" || status=1
  wait "$page" || status=1
  exit "$status"
}

# Checks that other engines list names by list keys as the command collate does: SQLite, PostgreSQL, and Spark on two
# executors.
step-engines() {
  # See Integrations/Spark/setup.
  case ${COLLATION_LIBRARY-} in */*) COLLATION_LIBRARY=$(realpath -ms "$COLLATION_LIBRARY") ;; esac
  # Beside the others: Spark waits for downloads, and for its processes.
  spark=$(mktemp)
  trap 'rm "$spark"' EXIT
  Integrations/Spark/check >"$spark" 2>&1 &
  status=0
  Integrations/SQLite/check && Integrations/PostgreSQL/check || status=1
  wait "$!" || status=1
  cat "$spark"
  exit "$status"
}

# What the library declares

# Writes the symbol graphs of the products' modules to a folder; further arguments go to swift-symbolgraph-extract.
# `swift package dump-symbol-graph` would also build the tests, without optimization.
symbol_graphs() {
  swift build -c release
  # CollationGRDB has declarations only with its trait. Listing the tests builds them, with the flags of the step grdb,
  # so nothing is built again after it.
  swift test list -c release --package-path Tests/Packages/GRDB "${in_grdb[@]}" >/dev/null
  for module in Collation CollationLists CollationFiling CollationFoundationCompat CollationGRDB CollationC; do
    built=.build/release
    [ "$module" != CollationGRDB ] || built=.build/grdb/release
    mkdir -p "$1/$module"
    swift-symbolgraph-extract -module-name "$module" -output-dir "$1/$module" \
      -target "$(swift -print-target-info | sed -n 's/.*"unversionedTriple": "\(.*\)".*/\1/p')" \
      -module-cache-path "$1/cache" -minimum-access-level public \
      -I "$built/Modules" -I CICU -I Sources/CollationCHeader -I .build/grdb/checkouts/GRDB.swift/Sources/GRDBSQLite \
      -Xcc -fmodule-map-file="$built/CICUCxx.build/module.modulemap" "${@:2}"
  done
}

# Compares the public declarations with API.txt, so none changes unnoticed.
#
# api           fails if they differ, and says whether that breaks what links them
# api --write   rewrites API.txt
step-api() {
  case ${1-} in
    '' | --write) ;;
    *) echo "api: expected --write, not '$1'" >&2; exit 64 ;;
  esac
  graphs=$(mktemp -d)
  trap 'rm -rf "$graphs"' EXIT
  symbol_graphs "$graphs" -skip-synthesized-members
  python3 -B Scripts/list_api.py "$graphs"/*/*.json >"$graphs/API.txt"

  if [ "${1-}" = --write ]; then
    cp "$graphs/API.txt" API.txt
    exit
  fi
  difference=$(diff API.txt "$graphs/API.txt" || true)
  if [ -z "$difference" ]; then
    echo "the public declarations match API.txt, $(wc -l <API.txt) lines"
    exit
  fi
  echo "$difference" >&2
  if grep -q '^<' <<<"$difference"; then
    echo "a declaration was removed or changed, which breaks what links it: see CONTRIBUTING.md, Versions," \
      "for the release that this needs; Scripts/check api --write accepts the change" >&2
  else
    echo "there are new declarations: Scripts/check api --write accepts them" >&2
  fi
  exit 1
}

# Makes one site of the documentation of all products, without a warning, and follows its links. The step examples runs
# its examples.
#
# documentation [FOLDER]   replaces the folder, by default .build/documentation; any web server of files can serve it
step-documentation() {
  site=${1:-.build/documentation}
  if [ -e "$site" ] && [ ! -d "$site/data/documentation" ]; then
    echo "documentation: $site is there, and is no site of documentation" >&2
    exit 64
  fi
  folder=$(mktemp -d)
  trap 'rm -rf "$folder"' EXIT
  # Extension blocks have what a product adds to the core's types.
  symbol_graphs "$folder" -emit-extension-block-symbols

  # Articles link to files, which Git hosts follow; DocC's links lead to names: doc:Design, and in another catalog
  # doc:/CollationLists/Paging.
  cp -r Sources/*/*.docc "$folder"
  sed -Ei 's|\]\((\w+)\.md\)|](doc:\1)|g; s|\]\(\.\./\.\./(\w+)/\w+\.docc/(\w+)\.md\)|](doc:/\1/\2)|g' "$folder"/*.docc/*.md

  # Catalogs link to each other, and DocC looks into the archives of the others: so each is converted twice.
  convert() {
    local archives=$1 others=$2 catalog module archive dependencies said
    shift 2
    for catalog in "$folder"/*.docc; do
      module=$(basename "$catalog" .docc)
      dependencies=()
      for archive in "$others"/*.doccarchive; do
        [ "$(basename "$archive")" = "$module.doccarchive" ] || dependencies+=(--dependency "$archive")
      done
      # It reports what is wrong on standard output.
      said=$(docc convert "$catalog" --additional-symbol-graph-dir "$folder/$module" \
        --fallback-display-name "$module" --fallback-bundle-identifier "swift-collation.$module" \
        --enable-experimental-external-link-support "${dependencies[@]}" "$@" \
        --output-path "$archives/$module.doccarchive") || { printf '%s\n' "$said" >&2; return 1; }
    done
  }
  shopt -s nullglob
  mkdir "$folder/first" "$folder/second"
  convert "$folder/first" "$folder/none" --diagnostic-level error
  convert "$folder/second" "$folder/first" --warnings-as-errors
  rm -rf "$site"
  docc merge "$folder/second"/*.doccarchive --output-path "$site" --synthesized-landing-page-name swift-collation

  Scripts/setup python3
  python3 -B Scripts/links.py "$site"
  echo "made $site: to read it, python3 -m http.server -d $site, and open http://localhost:8000/documentation/"
}

step-build-c-interface() { Scripts/build-library; }

# Checks the library of the C interface from C and from Python.
step-c-interface() {
  number "${1-}"
  Scripts/check-c-interface "$@"
}

# What looks for faults

# Runs the tests of what may be unsafe under the address sanitizer, its C++ also under the undefined behavior sanitizer,
# which Swift does not have on Linux; and the tests of what tasks share under the thread sanitizer. Tests that cover all
# collators cover only some of them here: the step `test` covers all.
step-sanitizers() {
  # Not optimized, to keep the closures that the suppression is about. A package has these tests alone, since building
  # all of them takes longer than running these.
  thread=(--package-path Tests --sanitize=thread --scratch-path .build/thread)
  # The code as it is shipped, in a tenth of the time that it takes without optimization. The runtime of the address
  # sanitizer reports undefined behavior too, except for the types of C++ objects.
  address=(
    -c release -Xswiftc -enable-testing -Xswiftc -gline-tables-only --sanitize=address --scratch-path .build/address
    -Xcxx -fsanitize=undefined -Xcxx -fno-sanitize=vptr -Xcxx -fno-sanitize-recover=undefined
  )
  # Without tests of code that the step house keeps safe: the unsafe code that it calls has tests of its own here.
  safe='CollationListsTests\.(?!CollationCatalog)|CollationFoundationCompatTests\.|CollationFilingTests\.(NameSearch|SearchLetters|StoredQuery)'
  safe+='|collateTests\.(SortLetter|CSVArgument)'
  # Side by side: an optimized module takes one processor.
  swift build --build-tests "${thread[@]}" &
  built=$!
  swift build --build-tests "${address[@]}"
  wait "$built"

  # A report that is none: the thread sanitizer does not see a `Mutex` lock that has to wait, which is the kernel's
  # doing (FUTEX_LOCK_PI). The pattern is how Swift mangles the closures that `Mutex.withLock` takes; what the mutex
  # guards cannot be reached but in these.
  echo race:YuYTXEfU >.build/races.txt
  export COLLATION_PART=1
  # Side by side: the tests of tasks wait for one another.
  TSAN_OPTIONS=suppressions=$PWD/.build/races.txt \
    swift test --skip-build "${thread[@]}" |
    require_tests &
  threads=$!
  LSAN_OPTIONS=suppressions=$PWD/Tests/leaks.txt:print_suppressions=0 \
    swift test --skip-build "${address[@]}" --skip "$safe" | require_tests
  wait "$threads"
}

step-build-fuzz() { Scripts/fuzz --build; }

# Fuzzes every target for some seconds, 30 by default, as many targets at a time as there are processors, and fails if
# there is a find. Every run has the same random numbers, so a change is judged by what it does; Scripts/fuzz has others
# each time.
#
# fuzz [SECONDS]
step-fuzz() {
  number "${1-}"
  Scripts/fuzz --build
  # Beside other work an input takes longer than the limits of Scripts/fuzz allow.
  printf '%s\n' names filing locales rules stored batches handles |
    xargs -P "$(nproc)" -I TARGET Scripts/fuzz --skip-build TARGET "${1:-30}" -timeout=30 -seed=1
}

# Compares the tables' results with ICU in millions of cases: every collator, set of options, context and code point.
# The tests run a slice of it. The argument is the number of cases that hostile names must make: keys, list keys,
# sections and comparisons. For so many, the tests are optimized, too. A tenth as many follow with each small limit of
# the tables' memory, at which they can prove little.
#
# exactness [CASES]
step-exactness() {
  number "${1-}"
  Scripts/setup test
  cases=${1:-10000000}
  compare() {
    COLLATION_CASES=$1 swift test -c release --scratch-path .build-exactness -Xswiftc -O --filter "$2" | require_tests
  }
  compare "$cases" 'AgreementTests|CollatorTableTests|EncoderTests|EngineTests|ExplanationTests|RuleConformanceTests|OrderingCaseTests|TailoringTests'
  # ASCII alone, one block more, and 64 blocks.
  for bytes in 0 16384 1048576; do
    echo "== COLLATION_TABLE_BYTES=$bytes"
    COLLATION_TABLE_BYTES=$bytes compare $((cases / 10)) 'AgreementTests|CollatorTableTests/hostileNames|TableLimitTests'
  done
}

# Plants one fault in each stage, and checks that the tests of the stage find it.
#
# mutations [STAGE...]   all stages, or those whose names are given
step-mutations() {
  Scripts/setup python3
  python3 -B Scripts/mutations.py "$@"
}

# Builds a client of Collation alone, one of swift-argument-parser and one of GRDB, and fails if Collation's share of
# their processor time is a tenth more than CONTRIBUTING.md says.
step-build() {
  folder=$(mktemp -d)
  trap 'rm -rf "$folder"' EXIT
  seconds_of() { # MODULE IDENTITY DEPENDENCY
    mkdir -p "$folder/$1/Sources/client"
    echo "import $1" >"$folder/$1/Sources/client/main.swift"
    cat >"$folder/$1/Package.swift" <<PACKAGE
// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "client", dependencies: [.package($3)],
  targets: [.executableTarget(name: "client", dependencies: [.product(name: "$1", package: "$2")])])
PACKAGE
    swift package --package-path "$folder/$1" resolve >&2
    TIMEFORMAT='%U %S'
    { time swift build -c release --package-path "$folder/$1" >"$folder/output" 2>&1; } 2>"$folder/times" ||
      { cat "$folder/output" >&2; return 1; }
    awk '{ print $1 + $2 }' "$folder/times"
  }
  dependency() { sed -nE "s/^    \.package\((url: .*$1.*)\),\$/\1/p" Package.swift; }
  collation=$(seconds_of Collation "$(basename "$PWD")" "path: \"$PWD\"")
  parser=$(seconds_of ArgumentParser swift-argument-parser "$(dependency swift-argument-parser)")
  grdb=$(seconds_of GRDB GRDB.swift "$(dependency GRDB)")
  told=$(sed -nE 's/.*takes ([0-9.]+) times as much processor time as swift-argument-parser.*/\1/p' CONTRIBUTING.md)
  awk -v collation="$collation" -v parser="$parser" -v grdb="$grdb" -v told="${told:?no figure in CONTRIBUTING.md}" '
    BEGIN {
      printf "Collation takes %.2f times as much as swift-argument-parser, %.2f times as much as GRDB\n",
        collation / parser, collation / grdb
      if (collation / parser > told * 1.1) { print "CONTRIBUTING.md says " told; exit 1 }
    }'
}

# Makes the resources fail that a machine may run out of.
step-faults() { Scripts/check-faults "$@"; }

# Tries other systems and processors as far as this machine can:
#
# - CICUCxx gives the same answers with `char` signed and unsigned, and on arm64 with pages of 16 KB, by QEMU.
# - CICUCxx compiles for macOS and for musl, with the headers that the Zig compiler brings, and the names by which Swift
#   links ICU are those of the system.
# - The libraries that have arms for each system are compiled with those of Darwin and of musl. The standard library is
#   this machine's, and the module of the system is made of the system's headers.
#
# As root, on Debian 12.
step-portability() {
  Scripts/setup libicu-dev mmdebstrap python3-venv qemu-user
  work=.build/portability root=.build/portability/arm64-root python=.build/python/zig
  mkdir -p "$work/include"
  # ICU's headers without those of glibc beside them.
  ln -sfn /usr/include/unicode "$work/include/unicode"
  if [ ! -e "$root/usr/include/unicode" ]; then
    rm -rf "$root"
    # Unpacked only, which takes no program of that processor.
    mmdebstrap --quiet --variant=extract --architectures=arm64 --include=libicu-dev,libstdc++-12-dev bookworm "$root"
  fi
  [ -e "$python/bin/pip" ] || python3 -m venv "$python"
  "$python/bin/pip" install -q --disable-pip-version-check -c Integrations/constraints.txt ziglang
  zig() { "$python/bin/python" -m ziglang "$@"; }

  cxx=(-std=c++17 -Wall -Werror -I CICU -I Sources/CICUCxx/include Tests/Portability/*.cpp Sources/CICUCxx/*.cpp)
  answers() { clang++ -O1 "${@:2}" "${cxx[@]}" -licui18n -licuuc -licudata -o "$work/$1"; }
  answers signed -fsigned-char
  answers unsigned -funsigned-char
  answers arm64 --target=aarch64-linux-gnu --sysroot="$root" -fuse-ld=lld -Wl,-z,max-page-size=16384
  "$work/signed" >"$work/answers"
  "$work/unsigned" | diff "$work/answers" -
  qemu-aarch64 -p 16384 -L "$root" "$work/arm64" | diff "$work/answers" -
  echo "the same $(wc -l <"$work/answers") lines with char signed and unsigned, and on arm64"

  # The name by which Swift links ICU's `u_errorName`.
  linked() {
    echo '#include "shim.h"
      const char *name(CICUStatus status) { return cicu_u_errorName(status); }' |
      clang "$@" -D__swift__ -I CICU -I "$work/include" -O1 -x c -S -o - - | grep -owm 1 '_*u_errorName\w*'
  }
  icu=$(sed -n 's/^#define U_ICU_VERSION_SUFFIX //p' /usr/include/unicode/uvernum.h)
  diff <(linked --target=arm64-apple-macos26 -ffreestanding) <(echo "_u_errorName$icu")
  diff <(linked --target=arm64-apple-macos26 -ffreestanding -DU_DISABLE_RENAMING=1) <(echo _u_errorName)
  diff <(linked) <(echo "u_errorName$icu")

  echo "module CICUCxx { header \"$PWD/Sources/CICUCxx/include/CICUCxx.h\" export * }" >"$work/CICUCxx.modulemap"
  swift=(
    swiftc -emit-module -wmo -parse-as-library -swift-version 6 -package-name swift_collation -strict-memory-safety
    -warnings-as-errors -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault
    -enable-upcoming-feature MemberImportVisibility -module-cache-path "$work/cache" -Xcc -fblocks
    -Xcc "-fmodule-map-file=$work/CICUCxx.modulemap" -I CICU -I Sources/CollationCHeader
  )
  for system in Darwin:aarch64-macos Musl:aarch64-linux-musl; do
    target=${system#*:} system=${system%:*}
    for file in Sources/CICUCxx/*.cpp; do
      zig c++ -target "$target" -std=c++17 -Wall -Werror -I CICU -I Sources/CICUCxx/include -I "$work/include" \
        -c "$file" -o "$work/object.o"
    done
    modules=$work/$system
    rm -rf "$modules"
    mkdir "$modules"
    printf '#include <%s>\n' errno.h fcntl.h pthread.h signal.h stdlib.h string.h sys/{mman,stat}.h time.h unistd.h |
      zig cc -target "$target" -E -dD -x c - >"$modules/$system.h"
    echo "module C$system [system] { header \"$system.h\" export * }" >"$modules/module.modulemap"
    # What Swift's own module adds to that of Clang.
    cat >"$modules/$system.swift" <<END
@_exported import C$system
public var errno: Int32 { get { 0 } set {} }
public var SIG_IGN: (@convention(c) (Int32) -> Void)? { nil }
public var S_IFMT: mode_t { 0o170000 }
public var S_IFREG: mode_t { 0o100000 }
public func open(_: UnsafePointer<CChar>, _: Int32, _: mode_t = 0) -> Int32 { 0 }
public func fcntl(_: Int32, _: Int32) -> Int32 { 0 }
END
    (cd "$modules" && swiftc -emit-module -parse-as-library -module-name "$system" -I . -Xcc -fblocks "$system.swift")
    for module in Collation CollationFiling CollationLists CollationOptions CollationC; do
      git ls-files -z "Sources/$module/*.swift" |
        xargs -0 "${swift[@]}" -I "$modules" -module-name "$module" -emit-module-path "$modules/$module.swiftmodule"
    done
    echo "Swift compiles with the arms of $system"
  done
}

# What a release needs besides, as root on a Debian machine. SUITE is what Scripts/release/in-debian takes. FOLDER keeps
# its root for the next run; without it the root is made in a temporary folder.

root_of() {
  root=${1-}
  if [ -z "$root" ]; then
    root=$(mktemp -d)
    trap 'rm -rf --one-file-system "$root"' EXIT
  fi
}

# Runs the tests on another Debian, with the ICU of that Debian.
#
# debian SUITE [FOLDER [ARGUMENT...]]   the arguments go to `swift test`
step-debian() {
  suite=${1:?debian SUITE [FOLDER [ARGUMENT...]]}
  root_of "${2-}"
  # What the tests use of Unicode's data is that Debian's.
  Scripts/release/in-debian "$suite" "$root" Scripts/setup test

  # Resolved here, where git may be configured to find packages elsewhere.
  swift package --scratch-path ".build/debian-$suite" resolve
  Scripts/release/in-debian "$suite" "$root" \
    swift test -c release --scratch-path ".build/debian-$suite" \
    --disable-automatic-resolution "${@:3}" | require_tests
}

# Takes stored lists from the ICU of this machine to that of another Debian, as the documentation says (Databases.md,
# *An ICU upgrade*), and checks at each step what readers with each ICU see. It reports how many keys differ and how
# many rows move.
#
# upgrade SUITE [FOLDER]
step-upgrade() {
  suite=${1:?upgrade SUITE [FOLDER]}
  root_of "${2-}"
  swift build -c release --product collate
  # The flags of the step debian, which shares the build folder.
  scratch=.build/debian-$suite
  swift package --scratch-path "$scratch" resolve
  there=(Scripts/release/in-debian "$suite" "$root")
  "${there[@]}" swift build -c release -Xswiftc -enable-testing --scratch-path "$scratch" \
    --disable-automatic-resolution --product collate
  PYTHONPATH=Integrations python3 -B Scripts/release/upgrade.py "${there[@]}" "$scratch/release/collate"
}

# Builds `collate` as one file with ICU in it, and runs it in a Debian without ICU.
step-static() { Scripts/release/check-static "$@"; }

# Checks the packages that Scripts/release/package made.
step-packages() { Scripts/release/check-packages "$@"; }
