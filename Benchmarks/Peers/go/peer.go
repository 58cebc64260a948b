// Go's golang.org/x/text/collate: keys in one Buffer, and Compare of bytes.
package main

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"slices"
	"sort"
	"strconv"
	"syscall"

	"golang.org/x/text/collate"
	"golang.org/x/text/language"
)

type way struct {
	title string
	work  func()
}

type entry struct{ key, name []byte }

// processor is the nanoseconds of processor time of this process.
func processor() int64 {
	var usage syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &usage)
	return usage.Utime.Nano() + usage.Stime.Nano()
}

// measure prints the fastest of all repetitions and ways; the first run of each is not counted.
func measure(name string, calls, repetitions int, ways ...way) {
	best, how := 1e300, ""
	for _, way := range ways {
		for repetition := 0; repetition <= repetitions; repetition++ {
			start := processor()
			way.work()
			taken := float64(processor()-start) / float64(calls)
			if repetition > 0 && taken < best {
				best, how = taken, way.title
			}
		}
	}
	fmt.Printf("%q: {\"ns\": %.2f, \"how\": %q}, ", name, best, how)
}

func main() {
	text, err := os.ReadFile(os.Args[1])
	if err != nil {
		panic(err)
	}
	names := bytes.Split(bytes.TrimSuffix(text, []byte("\n")), []byte("\n"))
	repetitions, _ := strconv.Atoi(os.Args[4])
	collator := collate.New(language.MustParse(os.Args[2]))
	searches := min(len(names), 20000)
	sum := 0

	fmt.Printf("{\"version\": %q, \"cldr\": %q, ", os.Getenv("VERSION"), collate.CLDRVersion)
	measure("compare", len(names)-1, repetitions, way{"Collator.Compare", func() {
		for i := 0; i+1 < len(names); i++ {
			sum += collator.Compare(names[i], names[i+1])
		}
	}})
	var buffer collate.Buffer
	keyBytes := 0
	measure("key", len(names), repetitions, way{"Collator.Key, one Buffer", func() {
		buffer.Reset()
		keyBytes = 0
		for _, name := range names {
			keyBytes += len(collator.Key(&buffer, name))
		}
	}})
	var sorted [][]byte
	measure("sort", len(names), repetitions,
		way{"Collator.Key, slices.SortFunc", func() {
			buffer.Reset()
			entries := make([]entry, len(names))
			for i, name := range names {
				entries[i] = entry{collator.Key(&buffer, name), name}
			}
			slices.SortFunc(entries, func(left, right entry) int { return bytes.Compare(left.key, right.key) })
			sorted = make([][]byte, len(names))
			for i, entry := range entries {
				sorted[i] = entry.name
			}
		}},
		way{"slices.SortFunc by Collator.Compare", func() {
			sorted = slices.Clone(names)
			slices.SortFunc(sorted, collator.Compare)
		}})
	measure("search", searches, repetitions, way{"Collator.Compare", func() {
		for _, name := range names[:searches] {
			sum += sort.Search(len(sorted), func(i int) bool { return collator.Compare(sorted[i], name) >= 0 })
		}
	}})
	fmt.Printf("\"keyBytes\": %d}\n", keyBytes)

	file, _ := os.Create(os.Args[3])
	output := bufio.NewWriter(file)
	for _, name := range sorted {
		output.Write(name)
		output.WriteByte('\n')
	}
	output.Flush()
}
