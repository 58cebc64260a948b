// The list of contacts. Only the rows in the window are in the document; the server is asked for them
// by offset. An event of the server says that someone has written: the list is then read again, and the
// row at the top of the window stays where it is.

const $ = (id) => document.getElementById(id);
const [scroller, rows, index, results, search] = ["scroller", "rows", "index", "results", "search"].map($);
const root = document.documentElement;
const rem = parseFloat(getComputedStyle(root).fontSize);
const [ROW, HEADING, TITLE] = [2.6, 1.7, 0.9].map((size) => Math.round(size * rem));
root.style.setProperty("--row", `${ROW}px`);
root.style.setProperty("--heading", `${HEADING}px`);

// The title, the names of the search and of the choice, and what the status line says.
const WORDS = {
  en: ["Contacts", "Search", "Language", "Found", "The server doesn’t answer."],
  ar: ["جهات الاتصال", "بحث", "اللغة", "النتائج", "الخادم لا يستجيب."],
  de: ["Kontakte", "Suche", "Sprache", "Treffer", "Der Server antwortet nicht."],
  ja: ["連絡先", "検索", "言語", "検索結果", "サーバーが応答しません。"],
  ko: ["연락처", "검색", "언어", "검색 결과", "서버가 응답하지 않습니다."],
  ru: ["Контакты", "Поиск", "Язык", "Найдено", "Сервер не отвечает."],
  sv: ["Kontakter", "Sök", "Språk", "Träffar", "Servern svarar inte."],
  zh: ["联系人", "搜索", "语言", "搜索结果", "服务器没有响应。"],
};
let words = WORDS.en;

function make(tag, properties, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

const say = (text) => ($("status").textContent = text);

// MARK: Asking the server

let locale = ""; // the reader's choice; without one, the server goes by the browser's languages
let turn = 0; // counts the choices: answers to earlier ones are dropped

// Asks until there is an answer: null if there is none, or nobody waits for it any more.
async function ask(path, parameters) {
  const asked = turn;
  const query = new URLSearchParams(locale ? { ...parameters, locale } : parameters);
  for (let problem; ; await new Promise((resolve) => setTimeout(resolve, 1000))) {
    if (asked !== turn) return null;
    const response = await fetch(`${path}?${query}`).catch(() => null);
    const answer = await response?.json().catch(() => null);
    if (asked !== turn) return null;
    if (problem && response?.ok) say("");
    if (response?.ok) return answer;
    problem = answer?.error.message ?? words[4];
    say(problem);
    if (response?.status < 500) return null;
  }
}

let events;
function follow() {
  events?.close();
  events = new EventSource(`changes?${new URLSearchParams({ locale: list.locale })}`);
  events.addEventListener("revision", ({ data }) => {
    if (Number(data) === list.revision) return;
    refresh();
    if (search.value) find();
  });
  // A browser tries again by itself, unless it got an answer that is no stream.
  events.onerror = () => {
    if (events.readyState === EventSource.CLOSED) setTimeout(follow, 5000);
  };
}
// A browser opens few connections to a host, and may keep a page that was left.
addEventListener("pagehide", () => events?.close());
addEventListener("pageshow", ({ persisted }) => persisted && follow());

// MARK: The list

let list = { sections: [], titles: [], count: 0 }; // the answer to `index`; sections have their `top`
let contacts = new Map(); // the rows of this revision that the window has shown, by offset
let position = 0; // of the window's top, in pixels of the list
let goal; // the id of the contact to show first, 0 for the beginning

// The position at which a row is the first below the heading.
function place(list, offset) {
  const section = list.sections.findLast((section) => section.offset <= offset);
  return section ? section.top + (offset - section.offset) * ROW : 0;
}

// The first row below the heading.
function firstRow() {
  const section = list.sections.findLast((section) => section.top <= position);
  if (!section) return 0;
  return section.offset + Math.min(section.count - 1, Math.floor((position - section.top) / ROW));
}

// Reads the list again, and once more if it is asked meanwhile.
let isStale = false;
let refreshing;
function refresh() {
  isStale = true;
  refreshing ??= (async () => {
    while (isStale) {
      isStale = false;
      await load();
    }
    refreshing = undefined;
  })();
  return refreshing;
}

let making; // a timer
async function load() {
  const limit = Math.floor(index.clientHeight / TITLE);
  // The new index and rows have to be of one revision. While others write, this takes some attempts.
  for (let attempt = 1; ; attempt++) {
    const first = firstRow();
    const id = goal ?? contacts.get(first)?.contact.id;
    const answer = await ask("index", id ? { limit, id } : { limit });
    if (!answer) return;
    let top = 0;
    for (const section of answer.sections) {
      section.top = top;
      top += section.count * ROW + HEADING;
    }
    const offset = answer.offset ?? (goal === undefined ? first : 0);
    const start = Math.max(0, offset - 50);
    const page = await ask("contacts", { offset: start, limit: 200 });
    if (!page) return;
    if (page.revision !== answer.revision && attempt < 5) continue;
    // The window may have moved meanwhile, and then moves on from there.
    if (goal === undefined) position += place(answer, offset) - place(list, first);
    else position = place(answer, offset);
    goal = undefined;
    const isOther = answer.locale !== list.locale;
    const isOtherOrder = isOther || answer.order !== list.order;
    if (answer.progress !== undefined || list.progress !== undefined) {
      // Until the list in the reader's language is made, there is that of another.
      const done = answer.progress === undefined ? "" : `${Math.round(answer.progress * 100)} %`;
      if (results.hidden) say(done);
      clearTimeout(making);
      if (answer.progress !== undefined) making = setTimeout(refresh, 1000);
    }
    list = answer;
    contacts = new Map(page.rows.map((row, number) => [start + number, row]));
    if (isOther) localize();
    if (isOtherOrder) {
      follow();
      // The cursor of a search is the other list's.
      if (search.value) find();
    }
    return layOut();
  }
}

function localize() {
  words = WORDS[list.locale] ?? WORDS.en;
  root.lang = list.locale;
  root.dir = /^(ar|fa|he|ur)\b/.test(list.locale) ? "rtl" : "ltr";
  document.title = $("title").textContent = words[0];
  search.placeholder = search.ariaLabel = words[1];
  $("locale").ariaLabel = words[2];
  $("locale").value = list.locale;
}

let isLoading = false;
async function loadRows() {
  loading = undefined;
  if (isLoading) return;
  isLoading = true;
  for (let row; (row = wanted.find((row) => !contacts.has(row))) !== undefined; ) {
    const offset = Math.max(0, row - 30);
    const page = await ask("contacts", { offset, limit: 100 });
    if (!page) break;
    if (page.revision !== list.revision) {
      await refresh();
      continue;
    }
    if (contacts.size > 5000) contacts.clear();
    page.rows.forEach((row, number) => contacts.set(offset + number, row));
    render();
    // Someone has just deleted a row, and the list still counts it.
    if (!contacts.has(row)) break;
  }
  isLoading = false;
}

// MARK: Scrolling

// No browser scrolls as far as a million rows reach. The bar of a long list is shorter than the list:
// small steps move the list by as much as the bar, and large ones by their share.
const LONGEST = 8_000_000;
let scrolled = 0; // where the bar was last

// How far the window can go.
const range = () =>
  Math.max(0, list.count * ROW + list.sections.length * HEADING - scroller.clientHeight);

function moveTo(newPosition) {
  position = Math.min(Math.max(0, newPosition), range());
  scroller.scrollTop = position * Math.min(1, LONGEST / range());
  scrolled = scroller.scrollTop;
  render();
}

scroller.addEventListener("scroll", () => {
  const step = scroller.scrollTop - scrolled;
  if (step === 0) return;
  scrolled += step;
  const isFar = Math.abs(step) > 2 * scroller.clientHeight;
  position = isFar ? scrolled * Math.max(1, range() / LONGEST) : position + step;
  // The bar may be at its end long before the list is.
  const isAtEnd = scrolled < 1 || scrolled > Math.min(range(), LONGEST) - 1;
  const rest = step < 0 ? position : range() - position;
  if (isAtEnd) moveTo(rest > scroller.clientHeight ? position : step < 0 ? 0 : range());
  else render();
});

// MARK: Rows

const elements = new Map(); // of the headings, by `s` and the section's number, and of the rows, by offset
let wanted = []; // the offsets of the rows in the window
let loading, remembering; // timers

function render() {
  const end = position + scroller.clientHeight;
  const shown = [];
  wanted = [];
  const put = (key, top) => {
    if (!elements.has(key)) elements.set(key, make("div", { role: "listitem" }));
    const element = elements.get(key);
    element.style.transform = `translateY(${top - position}px)`;
    shown.push(element);
    return element;
  };
  const first = Math.max(0, list.sections.findLastIndex((section) => section.top <= position));
  for (const [place, section] of list.sections.slice(first, first + 60).entries()) {
    if (section.top > end) break;
    // The heading stays at the top until the next pushes it away.
    const next = list.sections[first + place + 1]?.top ?? Infinity;
    const heading = put(`s${section.number}`, Math.min(Math.max(section.top, position), next - HEADING));
    if (!heading.className) heading.append(make("h2", {}, section.title));
    heading.className = "heading";
    const start = section.top + HEADING;
    const to = Math.min(section.count, Math.ceil((end - start) / ROW));
    for (let row = Math.max(0, Math.floor((position - start) / ROW)); row < to; row++) {
      const offset = section.offset + row;
      wanted.push(offset);
      fill(put(offset, start + row * ROW), offset);
    }
  }
  // In the order of the list, in which they are read aloud.
  if (shown.some((element, place) => rows.children[place] !== element) || rows.childElementCount > shown.length) {
    rows.replaceChildren(...shown);
    for (const [key, element] of elements) if (!element.isConnected) elements.delete(key);
  }
  markIndex();
  // Not for each letter that a finger passes.
  loading ??= setTimeout(loadRows, 40);
  clearTimeout(remembering);
  remembering = setTimeout(remember, 300);
}

function fill(element, offset) {
  const row = contacts.get(offset);
  if (element.row === row && element.className) return;
  element.row = row;
  [element.ariaPosInSet, element.ariaSetSize] = [offset + 1, list.count];
  element.className = row ? "row" : "row missing";
  element.replaceChildren(row ? texts(row) : "…");
}

// A name in its own language, with the family name bold, since the list sorts by it, and marks where a
// search has found something; and how it is read.
function texts({ contact: { name, family, given, reading, language }, ranges = [] }) {
  const own = language ? { lang: language } : {};
  // Of John John, whose given name comes first, the second is the family name.
  const from = given && name.startsWith(given) ? name.lastIndexOf(family) : name.indexOf(family);
  const [start, end] = family && from >= 0 ? [from, from + family.length] : [0, 0];
  const cuts = [...new Set([0, start, end, ...ranges.flat(), name.length])].sort((a, b) => a - b);
  const text = make("span", { className: "name", ...own });
  for (const [number, cut] of cuts.slice(0, -1).entries()) {
    let part = name.slice(cut, cuts[number + 1]);
    if (cut >= start && cut < end) part = make("b", {}, part);
    text.append(ranges.some(([from, to]) => cut >= from && cut < to) ? make("mark", {}, part) : part);
  }
  const box = make("div", { dir: "auto" }, text);
  if (reading) box.append(make("bdi", { className: "reading", ...own }, reading));
  return box;
}

function layOut() {
  rows.style.height = `${scroller.clientHeight}px`;
  $("height").style.height = `${Math.min(range(), LONGEST) + scroller.clientHeight}px`;
  $("count").textContent = list.count.toLocaleString(list.locale);
  elements.clear();
  showIndex();
  moveTo(position);
}

// MARK: The index

function showIndex() {
  const focused = [...index.children].indexOf(document.activeElement);
  index.replaceChildren(...list.titles.map(({ title, section }) => {
    const button = make("button", { type: "button" }, title === "{search}" ? "⌕" : title);
    button.ariaLabel = section ? `${section.title}, ${section.count.toLocaleString(list.locale)}` : words[1];
    // The title of an empty section leads to another.
    button.classList.toggle("empty", section !== undefined && title !== section.title);
    return button;
  }));
  index.children[focused]?.focus();
}

// Marks the title of the section at the top of the window, or the nearest before it.
function markIndex() {
  const section = list.sections.findLast((section) => section.top <= position);
  const number = list.titles.findLastIndex((title) => title.section?.number <= section?.number);
  index.querySelector("[aria-current]")?.removeAttribute("aria-current");
  index.children[number]?.setAttribute("aria-current", "true");
}

// Shows the section of a title, or the search.
function jump(number) {
  const section = list.titles[number]?.section;
  if (!section) return search.focus();
  moveTo(place(list, section.offset));
}

// A finger slides along the index; a keyboard or a screen reader clicks, which has no `detail`.
const slide = ({ clientY }) =>
  jump([...index.children].findLastIndex((button) => button.getBoundingClientRect().top <= clientY));
index.addEventListener("pointerdown", (event) => {
  event.preventDefault();
  index.setPointerCapture(event.pointerId);
  leave();
  slide(event);
});
index.addEventListener("pointermove", (event) => {
  if (index.hasPointerCapture(event.pointerId)) slide(event);
});
index.addEventListener("click", (event) => {
  if (event.detail > 0) return;
  leave();
  jump([...index.children].indexOf(event.target));
});

// MARK: Searching

let cursor; // of the next contacts found
let finding = 0; // counts the searches

// Shows what is found; goes on after a cursor, or finds anew as many as are shown.
async function find(after) {
  const number = ++finding;
  cursor = undefined;
  const limit = after ? 100 : Math.min(500, Math.max(100, results.childElementCount));
  const answer = await ask("contacts", { prefix: search.value, limit, ...(after && { after }) });
  if (!answer || number !== finding) return;
  const items = answer.rows.map((row) => make("li", { className: "row" }, texts(row)));
  results[after ? "append" : "replaceChildren"](...items);
  cursor = answer.next;
  say(`${words[3]}: ${results.childElementCount.toLocaleString(root.lang)}${cursor ? "+" : ""}`);
  goOn();
}

// Goes on while the last of the contacts found is near the window.
function goOn() {
  if (cursor && results.scrollTop + 2 * results.clientHeight > results.scrollHeight) find(cursor);
}

// Shows what is searched for or, if that is nothing, the list.
function show() {
  results.hidden = !search.value;
  scroller.hidden = index.hidden = !results.hidden;
  finding++;
  say("");
  if (search.value) find();
}

let typing;
search.addEventListener("input", () => {
  clearTimeout(typing);
  typing = setTimeout(() => {
    // Back leads out of a search, but not through each of its letters.
    if (results.hidden) leave();
    show();
    remember();
  }, 120);
});
results.addEventListener("scroll", goOn);

// MARK: The address

// Keeps the language, the search and the first contact in the address, unless they are still to come.
function remember() {
  if (goal !== undefined) return;
  const prefix = results.hidden ? "" : search.value;
  const query = new URLSearchParams(Object.entries({ locale, prefix }).filter(([, value]) => value));
  const id = results.hidden && position > 0 && contacts.get(firstRow())?.contact.id;
  const address = `${location.pathname}${query.size ? `?${query}` : ""}${id ? `#${id}` : ""}`;
  history.replaceState(null, "", address);
}

// Keeps this place for the Back button.
function leave() {
  remember();
  history.pushState(null, "", location.href);
}

function restore() {
  const query = new URLSearchParams(location.search);
  search.value = query.get("prefix") ?? "";
  choose(query.get("locale") ?? "", Number(location.hash.slice(1)) || 0);
}

function choose(newLocale, id) {
  [locale, goal] = [newLocale, id];
  turn++;
  show();
  refresh();
}

addEventListener("popstate", restore);
$("locale").addEventListener("change", () => {
  leave();
  choose($("locale").value, contacts.get(firstRow())?.contact.id ?? 0);
});
restore();
new ResizeObserver(refresh).observe(scroller);
const locales = (await ask("locales", {})) ?? [];
$("locale").append(...locales.map((tag) => {
  const own = new Intl.DisplayNames([tag], { type: "language" }).of(tag);
  return make("option", { value: tag, lang: tag }, own);
}));
$("locale").value = list.locale;
