import com.ibm.icu.text.AlphabeticIndex;
import com.ibm.icu.text.Collator;
import com.ibm.icu.text.RawCollationKey;
import com.ibm.icu.text.RuleBasedCollator;
import com.ibm.icu.util.LocaleData;
import com.ibm.icu.util.ULocale;
import com.ibm.icu.util.VersionInfo;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** ICU4J: a frozen collator; RawCollationKey, and its bytes in one array each for sorting. */
final class Peer {
    private record Entry(byte[] key, String name) {}
    private record Way(String title, Runnable work) {}

    /** The processor time of this thread: compiling and collecting garbage are other threads' work. */
    private static final ThreadMXBean clock = ManagementFactory.getThreadMXBean();
    private static long sum;
    private static String[] order;
    private static final StringBuilder json = new StringBuilder();

    public static void main(String[] arguments) throws Exception {
        List<String> lines = Files.readAllLines(Path.of(arguments[0]));
        String[] names = lines.toArray(new String[0]);
        ULocale locale = ULocale.forLanguageTag(arguments[1]);
        int repetitions = Integer.parseInt(arguments[3]);
        RuleBasedCollator collator = (RuleBasedCollator) Collator.getInstance(locale).freeze();
        AlphabeticIndex.ImmutableIndex<String> index =
            new AlphabeticIndex<String>(locale).addLabels(ULocale.ENGLISH).buildImmutableIndex();
        int searches = Math.min(names.length, 20000);

        json.append("{\"version\": \"").append(VersionInfo.ICU_VERSION.getVersionString(2, 2))
            .append("\", \"cldr\": \"").append(LocaleData.getCLDRVersion().getMajor()).append("\", ");
        measure("compare", names.length - 1, repetitions, new Way("Collator.compare", () -> {
            for (int i = 0; i + 1 < names.length; i++) sum += collator.compare(names[i], names[i + 1]);
        }));
        RawCollationKey raw = new RawCollationKey(256);
        long[] keyBytes = {0};
        measure("key", names.length, repetitions, new Way("getRawCollationKey, one key used again", () -> {
            keyBytes[0] = 0;
            // Without the NUL at its end.
            for (String name : names) keyBytes[0] += collator.getRawCollationKey(name, raw).size - 1;
        }));
        measure("sort", names.length, repetitions,
            new Way("getRawCollationKey, Arrays.sort", () -> {
                Entry[] entries = new Entry[names.length];
                for (int i = 0; i < names.length; i++) {
                    entries[i] = new Entry(collator.getRawCollationKey(names[i], raw).releaseBytes(), names[i]);
                }
                Arrays.sort(entries, (left, right) -> Arrays.compareUnsigned(left.key, right.key));
                order = Arrays.stream(entries).map(Entry::name).toArray(String[]::new);
            }),
            new Way("Arrays.sort by the collator", () -> {
                order = names.clone();
                Arrays.sort(order, collator);
            }));
        String[] sorted = order;
        measure("search", searches, repetitions, new Way("Arrays.binarySearch by the collator", () -> {
            for (int i = 0; i < searches; i++) sum += Arrays.binarySearch(sorted, names[i], collator);
        }));
        measure("section", names.length, repetitions, new Way("ImmutableIndex.getBucketIndex", () -> {
            for (String name : names) sum += index.getBucketIndex(name);
        }));
        System.out.println(json.append("\"keyBytes\": ").append(keyBytes[0]).append("}"));
        Files.write(Path.of(arguments[2]), Arrays.asList(order));
    }

    /** The fastest of all repetitions and ways. The first three runs of each are for the compiler, and not counted. */
    private static void measure(String operation, int calls, int repetitions, Way... ways) {
        double best = Double.MAX_VALUE;
        String how = "";
        for (Way way : ways) {
            for (int repetition = -2; repetition <= repetitions; repetition++) {
                long start = clock.getCurrentThreadCpuTime();
                way.work.run();
                double time = (clock.getCurrentThreadCpuTime() - start) / (double) calls;
                if (repetition > 0 && time < best) {
                    best = time;
                    how = way.title;
                }
            }
        }
        json.append(String.format(java.util.Locale.ROOT, "\"%s\": {\"ns\": %.2f, \"how\": \"%s\"}, ", operation, best, how));
    }
}
