//! ICU4X with its compiled data: `CollatorBorrowed` and `write_sort_key_utf8_to`.

use icu_collator::{options::CollatorOptions, Collator};
use icu_locale_core::Locale;
use std::{env, ffi::c_long, fs, hint::black_box};

extern "C" {
    /// The microseconds of processor time of this process.
    fn clock() -> c_long;
}

struct Measuring {
    repetitions: usize,
    json: String,
}

impl Measuring {
    /// The fastest of all repetitions and ways; the first run of each is not counted.
    fn report(&mut self, name: &str, calls: usize, ways: &mut [(&str, &mut dyn FnMut())]) {
        let (mut best, mut how) = (f64::MAX, "");
        for (title, work) in ways {
            for repetition in 0..=self.repetitions {
                let start = unsafe { clock() };
                work();
                let time = (unsafe { clock() } - start) as f64 * 1e3 / calls as f64;
                if repetition > 0 && time < best {
                    (best, how) = (time, *title);
                }
            }
        }
        self.json += &format!("\"{name}\": {{\"ns\": {best:.2}, \"how\": \"{how}\"}}, ");
    }
}

fn main() {
    let arguments: Vec<String> = env::args().collect();
    let text = fs::read_to_string(&arguments[1]).unwrap();
    let names: Vec<&[u8]> = text.lines().map(str::as_bytes).collect();
    let locale: Locale = arguments[2].parse().unwrap();
    let collator = Collator::try_new(locale.into(), CollatorOptions::default()).unwrap();
    let searches = names.len().min(20_000);
    let mut measuring = Measuring { repetitions: arguments[4].parse().unwrap(), json: String::new() };

    measuring.report("compare", names.len() - 1, &mut [("compare_utf8", &mut || {
        for pair in names.windows(2) {
            black_box(collator.compare_utf8(pair[0], pair[1]));
        }
    })]);

    let mut keys: Vec<u8> = Vec::new();
    measuring.report("key", names.len(), &mut [("write_sort_key_utf8_to", &mut || {
        keys.clear();
        for name in &names {
            collator.write_sort_key_utf8_to(name, &mut keys).unwrap();
        }
    })]);
    let key_bytes = keys.len();

    let (mut by_keys, mut by_comparing) = (Vec::new(), Vec::new());
    measuring.report("sort", names.len(), &mut [
        ("write_sort_key_utf8_to, sort_unstable by 8 bytes and the rest", &mut || {
            keys.clear();
            let mut entries: Vec<(u64, u32, u32, u32)> = Vec::with_capacity(names.len());
            for (number, name) in names.iter().enumerate() {
                let start = keys.len();
                collator.write_sort_key_utf8_to(name, &mut keys).unwrap();
                let mut first = [0; 8];
                let length = (keys.len() - start).min(8);
                first[..length].copy_from_slice(&keys[start..start + length]);
                entries.push((u64::from_be_bytes(first), start as u32, keys.len() as u32, number as u32));
            }
            let key = |start: u32, end: u32| &keys[start as usize..end as usize];
            entries.sort_unstable_by(|left, right| {
                left.0.cmp(&right.0).then_with(|| key(left.1, left.2).cmp(key(right.1, right.2)))
            });
            by_keys = entries.iter().map(|entry| names[entry.3 as usize]).collect();
        }),
        ("sort_unstable_by compare_utf8", &mut || {
            by_comparing = names.clone();
            by_comparing.sort_unstable_by(|left, right| collator.compare_utf8(left, right));
        }),
    ]);

    measuring.report("search", searches, &mut [("compare_utf8", &mut || {
        for name in &names[..searches] {
            black_box(by_comparing.partition_point(|other| collator.compare_utf8(other, name).is_lt()));
        }
    })]);
    // That of the data that 2.2 is compiled with.
    let (version, cldr) = (env::var("VERSION").unwrap(), 48);
    println!("{{\"version\": \"{version}\", \"cldr\": \"{cldr}\", {}\"keyBytes\": {key_bytes}}}", measuring.json);
    fs::write(&arguments[3], [by_comparing.join(&b'\n'), vec![b'\n']].concat()).unwrap();
}
