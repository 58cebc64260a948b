// Node's Intl.Collator: Array.sort with its compare function. JavaScript has no sort keys and no sections.
const fs = require('fs');

const [, , input, locale, output, repetitions] = process.argv;
const names = fs.readFileSync(input, 'utf8').trimEnd().split('\n');
const compare = new Intl.Collator(locale).compare;
const searches = Math.min(names.length, 20000);
let sum = 0;

// The nanoseconds of processor time of this process.
function processor() {
  const { user, system } = process.cpuUsage();
  return (user + system) * 1000;
}

// The fastest of all repetitions; the first two runs are for the compiler, and not counted.
function measure(calls, how, work) {
  let best = Infinity;
  for (let repetition = -1; repetition <= Number(repetitions); repetition++) {
    const start = processor();
    work();
    const time = (processor() - start) / calls;
    if (repetition > 0) best = Math.min(best, time);
  }
  return { ns: Math.round(best * 100) / 100, how };
}

function position(name) {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compare(sorted[middle], name) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

let sorted = [];
const result = { version: process.versions.node, cldr: process.versions.cldr.split('.')[0], icu: process.versions.icu };
result.compare = measure(names.length - 1, 'Intl.Collator.compare', () => {
  for (let i = 0; i + 1 < names.length; i++) sum += compare(names[i], names[i + 1]);
});
result.sort = measure(names.length, 'Array.sort(Intl.Collator.compare)', () => {
  sorted = names.slice().sort(compare);
});
result.search = measure(searches, 'Intl.Collator.compare', () => {
  for (let i = 0; i < searches; i++) sum += position(names[i]);
});
console.log(JSON.stringify(result));
fs.writeFileSync(output, sorted.join('\n') + '\n');
