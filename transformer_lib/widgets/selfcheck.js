const MARKUP = /`([^`]+)`|\*([^*]+)\*|_\{([^}]+)\}|\^\{([^}]+)\}/g;
const TAGS = ["code", "i", "sub", "sup"]; // one for each group of MARKUP

// Text becomes text nodes, never HTML: what an author writes cannot run.
function marked(text) {
  const nodes = [];
  let end = 0;
  for (const match of text.matchAll(MARKUP)) {
    const group = match.slice(1).findIndex((part) => part !== undefined);
    nodes.push(text.slice(end, match.index), make(TAGS[group], {}, match[group + 1]));
    end = match.index + match[0].length;
  }
  return [...nodes, text.slice(end)];
}

// A browser may forbid storage (private windows, pages opened from a file).
const memory = {
  get: (key) => { try { return localStorage.getItem(key); } catch { return null; } },
  set: (key, value) => { try { localStorage.setItem(key, value); } catch { /* forgotten */ } },
};

function render({ model, el }) {
  const options = model.get("options"), question = model.get("question");
  const key = `selfcheck: ${question}`, name = `selfcheck-${Math.random()}`;
  const choose = (index) => {
    model.set("chosen", index);
    model.save_changes();
  };

  const radios = options.map((_, i) => make("input", { type: "radio", name, value: i }));
  const status = make("div", { role: "status", class: "selfcheck-status" });
  const form = make("form", { class: "selfcheck-form", onsubmit: (event) => {
    event.preventDefault();
    const index = radios.findIndex((radio) => radio.checked);
    if (index < 0) return status.replaceChildren("Choose an answer first.");
    memory.set(key, options[index].text);
    choose(index);
    draw();
  } },
    make("fieldset", {},
      make("legend", {}, ...marked(question)),
      ...options.map(({ text }, i) => make("label", {}, radios[i],
        make("span", { class: "selfcheck-letter" }, `${String.fromCharCode(65 + i)}.`),
        make("span", {}, ...marked(text)))),
      make("button", { type: "submit" }, "Check"),
      status));

  function draw() {
    const index = model.get("chosen");
    if (index === null || index === undefined) return;
    const { right, why } = options[index];
    radios[index].checked = true;
    status.className = `selfcheck-status ${right ? "selfcheck-right" : "selfcheck-wrong"}`;
    status.replaceChildren(make("strong", {}, right ? "Right. " : "Not this one. "), ...marked(why));
  }

  el.classList.add("selfcheck");
  el.append(form);
  const before = options.findIndex(({ text }) => text === memory.get(key));
  if (model.get("chosen") === null && before >= 0) choose(before);
  model.on("change:chosen", draw);
  draw();
  return () => model.off("change:chosen", draw);
}

export default { render };
