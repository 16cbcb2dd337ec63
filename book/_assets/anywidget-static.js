// Runs the book's widgets in a built page, without a kernel and without a network.
// The page holds the state of each widget, its ES module included; the module gets a
// small stand-in for the model that a notebook would give it.
(() => {
  const MIME = "application/vnd.jupyter.widget-";

  class Model {
    #state;
    #listeners = new Map();

    constructor(state) {
      this.#state = state;
    }
    get(name) {
      return this.#state[name];
    }
    set(name, value) {
      if (Object.is(this.#state[name], value)) return;
      this.#state[name] = value;
      for (const event of [`change:${name}`, "change"]) {
        for (const listener of [...(this.#listeners.get(event) ?? [])]) listener(this, value);
      }
    }
    on(events, listener) {
      for (const event of events.split(/\s+/)) {
        if (!this.#listeners.has(event)) this.#listeners.set(event, new Set());
        this.#listeners.get(event).add(listener);
      }
    }
    off(events, listener) {
      for (const event of events.split(/\s+/)) this.#listeners.get(event)?.delete(listener);
    }
    save_changes() {} // there is no kernel to tell
    send() {}
  }

  const modules = new Map();
  function imported(source) {
    if (!modules.has(source)) {
      const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
      modules.set(source, import(url).finally(() => URL.revokeObjectURL(url)));
    }
    return modules.get(source);
  }

  const styled = new Set();
  function style(css) {
    if (!css || styled.has(css)) return;
    styled.add(css);
    const node = document.createElement("style");
    node.textContent = css;
    document.head.append(node);
  }

  async function show(el, model) {
    const exported = (await imported(model.get("_esm"))).default;
    const widget = typeof exported === "function" ? await exported() : exported;
    style(model.get("_css"));
    await widget.initialize?.({ model });
    await widget.render?.({ model, el });
    el.dataset.ready = "true";
  }

  async function start() {
    const saved = document.querySelector(`script[type="${MIME}state+json"]`);
    if (!saved) return;
    const { state } = JSON.parse(saved.textContent);
    const models = new Map(Object.entries(state).map(([id, one]) => [id, new Model(one.state)]));
    for (const view of document.querySelectorAll(`script[type="${MIME}view+json"]`)) {
      const el = document.createElement("div");
      view.before(el);
      const model = models.get(JSON.parse(view.textContent).model_id);
      try {
        if (!model?.get("_esm")) throw new Error("the page holds no module for it");
        await show(el, model);
      } catch (error) {
        console.error(error);
        el.textContent = "This figure could not start. Run the notebook to see it.";
      }
    }
  }

  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
})();
