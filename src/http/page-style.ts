// The style sheet of our pages: system fonts, light and dark, nothing loaded from anywhere.

export const PAGE_STYLE = `:root {
  color-scheme: light dark;
  --paper: #f4f2ee; --card: #ffffff; --ink: #1d1f22; --soft: #5d6168; --line: #d9d5cd; --stone: #7a4a2b; --on-stone: #ffffff;
  --alarm: #9c1c1c; --alarm-paper: #fbe9e7;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #15171a; --card: #1f2226; --ink: #ecebe8; --soft: #a5a9b0; --line: #3a3e45; --stone: #e0a77f; --on-stone: #1d1208;
    --alarm: #ffb4ab; --alarm-paper: #42211f;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
main {
  max-width: 27rem; margin: 8vh auto 4rem; padding: 2rem 2.25rem 2.25rem; background: var(--card);
  border: 1px solid var(--line); border-top: 6px solid var(--stone); border-radius: 4px;
}
main.wide { max-width: 50rem; margin-top: 4vh; }
.wide h2 { margin: 2rem 0 0.6rem; font-size: 1.2rem; }
.wide table { margin: 0 0 1rem; border-collapse: collapse; }
.wide td, .wide th { padding: 0.3rem 1rem 0.3rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
.brand { margin: 0; letter-spacing: 0.12em; text-transform: uppercase; font-size: 0.8rem; }
.brand a { color: var(--soft); text-decoration: none; }
h1 { margin: 0.4rem 0 1.2rem; font-size: 1.6rem; line-height: 1.2; }
p { margin: 0 0 1rem; }
a { color: var(--stone); }
.quiet { color: var(--soft); font-size: 0.92rem; }
.problem { padding: 0.6rem 0.8rem; color: var(--alarm); background: var(--alarm-paper); border-left: 4px solid var(--alarm); }
ul { margin: 0 0 1rem; padding-left: 1.2rem; }
dl { display: grid; grid-template-columns: auto 1fr; gap: 0.2rem 1rem; margin: 0 0 1.2rem; }
dt { color: var(--soft); }
dd { margin: 0; overflow-wrap: anywhere; }
.note { padding-left: 0.8rem; border-left: 4px solid var(--stone); }
label { display: block; margin: 0 0 0.3rem; font-weight: 600; }
input {
  width: 100%; margin: 0 0 1rem; padding: 0.6rem 0.7rem; font: inherit; color: inherit; background: var(--paper);
  border: 1px solid var(--soft); border-radius: 4px;
}
button {
  width: 100%; padding: 0.65rem 1rem; font: inherit; font-weight: 600; color: var(--on-stone); background: var(--stone);
  border: 0; border-radius: 4px; cursor: pointer;
}
button.second { margin-top: 0.6rem; color: var(--ink); background: transparent; border: 1px solid var(--soft); }
:focus-visible { outline: 3px solid var(--stone); outline-offset: 2px; }
pre { margin: 0 0 1rem; padding: 0.8rem; overflow-x: auto; background: var(--paper); border: 1px solid var(--line); font-size: 0.85rem; }
form + p, pre + p { margin-top: 1.2rem; }
`
