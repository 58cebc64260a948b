// The list of names. Only the rows in the window are in the document; the server is asked for them by
// their numbers, a hundred at a time.

const $ = (id) => document.getElementById(id);
const scroller = $("scroller");
const style = getComputedStyle(document.documentElement);
const ROW = parseFloat(style.getPropertyValue("--row"));
const HEADING = parseFloat(style.getPropertyValue("--heading"));
const PAGE = 100;

function make(tag, properties, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

let locale = new URLSearchParams(location.search).get("locale") ?? "";
// From A to Z, unless the address has this word.
let order = new URLSearchParams(location.search).get("order") === "descending" ? "descending" : "";
let revision = 0;
let count = 0;
let entries = []; // the index titles: {title, section, count, offset}
let sections = []; // those with rows: {title, number, count, offset, top}, top in pixels of the list

// MARK: Asking the server

// Each place of the page that asks has one question at a time: a new one ends the old.
const questions = new Map();

async function ask(asker, path, parameters) {
  questions.get(asker)?.abort();
  const question = new AbortController();
  questions.set(asker, question);
  const query = new URLSearchParams(parameters);
  if (locale) query.set("locale", locale);
  if (order) query.set("order", order);
  let isWaiting = false;
  const ended = () => {
    if (isWaiting) show("");
    return null;
  };
  for (;;) {
    try {
      // The browser sends the entity tag of the answer that it has.
      const response = await fetch(`${path}?${query}`, { signal: question.signal });
      const answer = await response.json();
      if (response.ok) {
        if (isWaiting) show("");
        return answer;
      }
      isWaiting = true;
      show(answer.error.message);
      if (response.status !== 503) return null;
    } catch (error) {
      if (error.name === "AbortError") return ended();
      isWaiting = true;
      show("The server does not answer.");
    }
    await new Promise((resolve) => {
      setTimeout(resolve, 1000);
      question.signal.addEventListener("abort", resolve);
    });
    if (question.signal.aborted) return ended();
  }
}

// Shows a line below the list, or only has it read aloud.
function show(text, isOnlyHeard = false) {
  $("status").textContent = text;
  $("status").classList.toggle("heard", isOnlyHeard);
}

// MARK: The list

let shownLocale, shownOrder; // those of the list, until another list is there

async function loadIndex() {
  const asked = order;
  const answer = await ask("index", "index");
  if (!answer) return;
  const isSameList = answer.locale === shownLocale && asked === shownOrder;
  if (answer.revision === revision && isSameList) return;
  if (!isSameList) pages.clear();
  [shownLocale, shownOrder] = [answer.locale, asked];
  revision = answer.revision;
  count = answer.index.count;
  entries = answer.index.entries;
  sections = answer.index.sections.filter((section) => section.count > 0);
  sections.forEach((section, number) => {
    section.top = section.offset * ROW + number * HEADING;
  });
  const names = $("rows");
  names.lang = $("index").lang = $("results").lang = answer.locale;
  document.documentElement.dir = /^(ar|fa|he|ur)\b/.test(answer.locale) ? "rtl" : "ltr";
  $("count").textContent = count.toLocaleString(document.documentElement.lang);
  layOut();
}

// The pages of names that the window has lately shown, by number: {revision, names}. Old names stay until
// new ones are there.
const pages = new Map();
const PAGES = 60;
let wanted = [0, -1]; // the rows that the window shows
let isLoading = false;

const name = (offset) => pages.get(Math.floor(offset / PAGE))?.names[offset % PAGE];
const isFresh = (page) => pages.get(page)?.revision >= revision;

// Someone has written since, and rows have moved. Who writes much does not make all others ask as much.
let reload;
function reloadSoon() {
  reload ??= setTimeout(() => {
    reload = undefined;
    loadIndex();
  }, 1000);
}

// Asks for one page after another, each time for one that the window shows by then.
async function loadPages() {
  if (isLoading) return;
  isLoading = true;
  for (;;) {
    const [first, last] = wanted.map((row) => Math.floor(row / PAGE));
    let page = first;
    while (page <= last && isFresh(page)) page++;
    if (page > last) break;
    const [askedLocale, askedOrder] = [locale, order];
    const answer = await ask("page", "names", { offset: page * PAGE, limit: PAGE });
    if (askedLocale !== locale || askedOrder !== order) continue;
    if (!answer || answer.locale !== shownLocale || order !== shownOrder) break;
    pages.delete(page);
    pages.set(page, answer);
    if (pages.size > PAGES) pages.delete(pages.keys().next().value);
    render();
    if (answer.revision !== revision) reloadSoon();
  }
  isLoading = false;
}

// MARK: Scrolling

// No browser scrolls as far as a million rows reach. A long list is therefore moved by as much as the
// reader scrolls, but shortened for the scroll bar, save near its ends.
const LONGEST = 8_000_000;
const EDGE = 100_000;
let position = 0; // of the window's top in the list
let scrolled = 0; // what the scroll bar said last

const height = () => count * ROW + sections.length * HEADING;
const listRange = () => Math.max(0, height() - scroller.clientHeight);
const barRange = () => Math.min(listRange(), LONGEST);

// A place in one of the ranges, as the same place in the other.
function mapped(place, range, other) {
  if (range === other || place <= EDGE) return place;
  if (place >= range - EDGE) return other - (range - place);
  return EDGE + ((place - EDGE) * (other - 2 * EDGE)) / (range - 2 * EDGE);
}

function moveBar() {
  scroller.scrollTop = mapped(position, listRange(), barRange());
  scrolled = scroller.scrollTop;
}

function moveTo(newPosition) {
  position = Math.min(Math.max(0, newPosition), listRange());
  moveBar();
  render();
}

let rest;
scroller.addEventListener("scroll", () => {
  const bar = scroller.scrollTop;
  const step = bar - scrolled;
  if (Math.abs(step) < 1) return;
  scrolled = bar;
  if (listRange() === barRange() || Math.abs(step) > 2 * scroller.clientHeight) {
    position = mapped(bar, barRange(), listRange());
  } else {
    position = Math.min(Math.max(0, position + step), listRange());
    const isAtEnd = bar <= 0 || bar >= barRange() - 1;
    clearTimeout(rest);
    rest = setTimeout(moveBar, isAtEnd ? 0 : 150);
  }
  render();
});

// MARK: Rows

const elements = new Map();
let shown; // their keys
let loading; // the timer until rows are asked for

function render() {
  const end = position + scroller.clientHeight;
  let number = sections.findLastIndex((section) => section.top <= position);
  let [first, last] = [0, -1];
  const keys = [];
  for (number = Math.max(number, 0); number < sections.length; number++) {
    const section = sections[number];
    if (section.top > end) break;
    // The heading stays at the top until the next pushes it away.
    const next = sections[number + 1]?.top ?? Infinity;
    const top = Math.min(Math.max(section.top, position), next - HEADING);
    place(keys, `s${number}`, top, section.title);
    const start = section.top + HEADING;
    const from = Math.max(0, Math.floor((position - start) / ROW));
    const to = Math.min(section.count, Math.ceil((end - start) / ROW));
    for (let row = from; row < to; row++) {
      const offset = section.offset + row;
      place(keys, offset, start + row * ROW, name(offset));
      if (last < 0) first = offset;
      last = offset;
    }
  }
  const key = keys.join();
  if (key !== shown) {
    // In the order of the list, which is that in which they are read aloud.
    $("rows").replaceChildren(...keys.map((key) => elements.get(key)));
    for (const known of [...elements.keys()]) if (!keys.includes(known)) elements.delete(known);
    shown = key;
  }
  markIndex();
  wanted = [first, last];
  // Not for each letter that a finger passes.
  loading ??= setTimeout(() => {
    loading = undefined;
    loadPages();
  }, 40);
}

// Puts the title of a section, or the name of a row if it is there, at its place.
function place(keys, key, top, content) {
  let element = elements.get(key);
  if (!element) {
    element = make("div", { role: "listitem" });
    if (typeof key === "string") {
      element.className = "heading";
      element.append(make("h2", {}, content));
    } else {
      element.ariaPosInSet = key + 1;
      element.ariaSetSize = count;
    }
    elements.set(key, element);
  }
  if (typeof key === "number" && (!content || element.shownName !== content)) {
    element.shownName = content;
    element.className = content ? "row" : "row missing";
    element.replaceChildren(...(content ? [texts(content)] : []));
  }
  element.style.transform = `translateY(${top - position}px)`;
  keys.push(key);
}

// A name in its own language, its family's part bold, since the list sorts by it; what a search has found in it; and
// how it is read.
function texts({ name, family, given, reading, language, ranges = [] }) {
  const own = language ? { lang: language } : {};
  const text = make("span", { className: "name", ...own });
  // Of John John, whose given name comes first, the second is the family's.
  const isLast = family && given && name.startsWith(given);
  const from = family ? (isLast ? name.lastIndexOf(family) : name.indexOf(family)) : -1;
  const to = from < 0 ? -1 : from + family.length;
  const part = (start, end) => {
    const [first, last] = [Math.max(start, from), Math.min(end, to)];
    if (first >= last) return [name.slice(start, end)];
    return [name.slice(start, first), make("b", {}, name.slice(first, last)), name.slice(last, end)];
  };
  let rest = 0;
  for (const [start, end] of ranges) {
    text.append(...part(rest, start), make("mark", {}, ...part(start, end)));
    rest = end;
  }
  text.append(...part(rest, name.length));
  const box = make("div", { dir: "auto" }, text);
  if (reading) box.append(make("bdi", { className: "reading", ...own }, reading));
  return box;
}

function layOut() {
  $("rows").style.height = `${scroller.clientHeight}px`;
  $("height").style.height = `${barRange() + scroller.clientHeight}px`;
  elements.clear();
  shown = undefined;
  showIndex();
  moveTo(position);
}

// MARK: The index

const index = $("index");
let titles = []; // what the index shows: {text, first, last}, the numbers of the entries it stands for
let drawn; // the same as text
const TITLE = 15; // the least height of a title, in pixels
const LENS =
  '<svg viewBox="0 0 16 16" fill="none" stroke="currentColor" stroke-width="2">' +
  '<circle cx="6.5" cy="6.5" r="4.5"/><path d="m10 10 5 5"/></svg>';

// On a small window some letters make room for a dot, which stands for all between its neighbours.
// The lens, the first and the last letter and the # stay.
function thinned(room) {
  const all = entries.map((_, number) => ({ first: number, last: number }));
  const [lens, ...letters] = all;
  const rest = letters.pop();
  if (all.length <= room) return all;
  const kept = Math.max(2, Math.floor((room - 1) / 2));
  const titles = [lens];
  for (let slot = 0; slot < kept; slot++) {
    const letter = letters[Math.round((slot * (letters.length - 1)) / (kept - 1))];
    const [first, last] = [titles.at(-1).last + 1, letter.first - 1];
    if (first <= last) titles.push({ first, last, text: "•" });
    titles.push(letter);
  }
  return [...titles, rest];
}

function showIndex() {
  titles = thinned(Math.floor(index.clientHeight / TITLE));
  const texts = JSON.stringify(titles.map((title) => [title, entries[title.first].title]));
  if (texts !== drawn) {
    drawn = texts;
    marked = undefined;
    index.replaceChildren(
      ...titles.map((title, number) => {
        const button = make("button", { type: "button", tabIndex: number === 0 ? 0 : -1 });
        if (number === 0) button.innerHTML = LENS;
        else button.textContent = title.text ?? entries[title.first].title;
        return button;
      }),
    );
  }
  titles.forEach((title, number) => {
    const [button, entry, end] = [index.children[number], entries[title.first], entries[title.last]];
    const rows = end.offset + end.count - entry.offset;
    button.ariaLabel = number === 0
      ? "Search"
      : `${title.text ? `${entry.title} to ${end.title}` : entry.title}, ${rows} names`;
    button.classList.toggle("empty", number > 0 && rows === 0);
  });
  markIndex();
}

// The title of the section at the top of the window.
let marked;
function markIndex() {
  const section = sections.findLast((section) => section.top <= position);
  const number = entries.findLastIndex((entry) => entry.section <= section?.number);
  const button = index.children[titles.findIndex((title) => title.last >= number)];
  if (button === marked || number < 0) return;
  marked?.removeAttribute("aria-current");
  marked = button;
  marked?.setAttribute("aria-current", "true");
}

// Jumps to an entry. An empty section leads to the nearest before it that has rows, else to the first.
function jump(number) {
  const entry = entries[number];
  if (entry.section === undefined) {
    moveTo(0);
    return entry.title;
  }
  const section = sections.findLast((section) => section.number <= entry.section) ?? sections[0];
  if (!section) return "";
  moveTo(section.top);
  show(`${section.title}, ${section.count} names`, true);
  return section.title;
}

// The entry under a finger; a dot is divided among those it stands for.
function entryAt(y) {
  const boxes = [...index.children].map((button) => button.getBoundingClientRect());
  const number = Math.max(0, boxes.findLastIndex((box) => box.top <= y));
  const [{ first, last }, box] = [titles[number], boxes[number]];
  const share = Math.min(Math.max(0, (y - box.top) / box.height), 0.999);
  return first + Math.floor(share * (last - first + 1));
}

function drag(event) {
  const number = entryAt(event.clientY);
  const title = jump(number);
  $("bubble").hidden = entries[number].section === undefined;
  $("bubble").textContent = title;
  $("bubble").style.top = `${event.clientY - index.parentElement.getBoundingClientRect().top}px`;
}

index.addEventListener("pointerdown", (event) => {
  if (!titles.length) return;
  // Else a finger would belong to the button it began on.
  event.preventDefault();
  index.setPointerCapture(event.pointerId);
  drag(event);
});
index.addEventListener("pointermove", (event) => {
  if (index.hasPointerCapture(event.pointerId)) drag(event);
});
index.addEventListener("pointerup", (event) => {
  if (!index.hasPointerCapture(event.pointerId)) return;
  if (entries[entryAt(event.clientY)]?.section === undefined) $("search").focus();
});
index.addEventListener("lostpointercapture", () => ($("bubble").hidden = true));
// What a keyboard or a screen reader presses; `detail` counts the clicks of a pointer.
index.addEventListener("click", (event) => {
  const number = [...index.children].indexOf(event.target.closest("button"));
  if (event.detail > 0 || number < 0) return;
  jump(titles[number].first);
  if (entries[titles[number].first].section === undefined) $("search").focus();
});
index.addEventListener("keydown", (event) => {
  const buttons = [...index.children];
  const number = buttons.indexOf(document.activeElement);
  const target = { ArrowUp: number - 1, ArrowDown: number + 1, Home: 0, End: buttons.length - 1 };
  const next = target[event.key];
  if (!buttons[next]) return;
  event.preventDefault();
  buttons[number].tabIndex = -1;
  buttons[next].tabIndex = 0;
  buttons[next].focus();
  jump(titles[next].first);
});

// MARK: Searching

let cursor; // of the next names found; none while they are asked for

async function search(after) {
  const prefix = $("search").value;
  const isSearching = prefix !== "";
  $("results").hidden = !isSearching;
  scroller.hidden = index.hidden = isSearching;
  if (!isSearching) {
    questions.get("search")?.abort();
    show("");
    return layOut();
  }
  cursor = undefined;
  const answer = await ask("search", "names", after ? { prefix, after } : { prefix });
  if (!answer) return;
  if (!after) $("results").replaceChildren();
  $("results").append(...answer.names.map((name) => make("li", {}, texts(name))));
  cursor = answer.next;
  const found = $("results").children.length;
  show(`${found}${cursor ? " and more" : ""} found`);
  searchOn();
}

// Goes on while the last of the names found is near the window.
function searchOn() {
  const { scrollTop, scrollHeight, clientHeight } = $("results");
  if (cursor && scrollTop + 2 * clientHeight > scrollHeight) search(cursor);
}

let typing;
$("search").addEventListener("input", () => {
  clearTimeout(typing);
  cursor = undefined;
  typing = setTimeout(search, 120);
});
$("results").addEventListener("scroll", searchOn);

// MARK: The page

// The list does not wait for the choice of languages.
async function loadLocales() {
  const locales = await ask("locales", "locales");
  if (!locales) return setTimeout(loadLocales, 10_000);
  $("locale").append(
    ...locales.map((tag) => {
      const own = new Intl.DisplayNames([tag], { type: "language" }).of(tag);
      return make("option", { value: tag }, `${own} (${tag})`);
    }),
  );
  chooseLocale();
}

function chooseLocale() {
  $("locale").value = locale;
  // That of an address may be another name of one that is offered.
  if ($("locale").selectedIndex < 0) $("locale").value = shownLocale ?? "";
}

loadLocales();
$("order").value = order;
const choose = () => {
  const query = new URLSearchParams(Object.entries({ locale, order }).filter(([, value]) => value));
  history.replaceState(null, "", query.size ? `?${query}` : location.pathname);
  position = 0;
  loadIndex();
  if ($("search").value) search();
};
$("locale").addEventListener("change", () => choose((locale = $("locale").value)));
$("order").addEventListener("change", () => choose((order = $("order").value)));
await loadIndex();
chooseLocale();
new ResizeObserver(() => {
  if (!scroller.hidden) layOut();
}).observe(scroller);
// What others have written; mostly the answer is that nothing has changed.
setInterval(() => {
  if (!document.hidden && !scroller.hidden) loadIndex();
}, 10_000);
