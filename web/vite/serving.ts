// What the build leaves for the server and the service worker besides scripts and styles: a first
// page for each address that names all its files, the worker's list, and everything compressed.

import { readFile, readdir, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Plugin, Rollup } from "vite";

const WORTH = 0.95;
const WORKER = "worker.js";
const brotli = promisify(brotliCompress);
const zipped = promisify(gzip);

type Bundle = Rollup.OutputBundle;
type Chunk = Rollup.OutputChunk;

function chunk(bundle: Bundle, name: string): Chunk | null {
  const found = bundle[name];
  return found?.type === "chunk" ? found : null;
}

/** This chunk and all that it cannot run without. */
function needed(bundle: Bundle, name: string, found = new Set<string>()): Set<string> {
  const one = chunk(bundle, name);
  if (!one || found.has(name)) return found;
  found.add(name);
  for (const other of one.imports) needed(bundle, other, found);
  return found;
}

/** The styles that come with a chunk. */
function styles(one: Chunk | null): Iterable<string> {
  const meta = (one as { viteMetadata?: { importedCss: Set<string> } } | null)?.viteMetadata;
  return meta?.importedCss ?? [];
}

/** The first page of an address: all that its component needs is asked for at once. */
function hinted(index: string, bundle: Bundle, page: string): string {
  const lines: string[] = [];
  for (const name of needed(bundle, page)) {
    if (!index.includes(`/${name}"`))
      lines.push(`<link rel="modulepreload" crossorigin href="/${name}">`);
    for (const css of styles(chunk(bundle, name)))
      if (!index.includes(`/${css}"`))
        lines.push(`<link rel="stylesheet" crossorigin href="/${css}">`);
  }
  return index.replace("</head>", `  ${[...new Set(lines)].join("\n    ")}\n  </head>`);
}

async function compress(path: string): Promise<void> {
  const content = await readFile(path);
  const best = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
  const [br, gz] = await Promise.all([brotli(content, best), zipped(content, { level: 9 })]);
  if (br.length < content.length * WORTH) await writeFile(`${path}.br`, br);
  if (gz.length < content.length * WORTH) await writeFile(`${path}.gz`, gz);
}

/** For the server: `pages/NAME.html`, `worker.js` with its list, and `*.br` and `*.gz`. */
export function serving(): Plugin {
  return {
    name: "laydown-serving",
    apply: "build",
    enforce: "post",
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const html = bundle["index.html"];
        const worker = chunk(bundle, WORKER);
        if (html?.type !== "asset" || !worker) throw new Error("the page has no index or worker");
        const index = String(html.source);
        const entries = Object.values(bundle).filter(
          (one): one is Chunk => one.type === "chunk" && one.isEntry && one !== worker,
        );
        for (const page of entries.flatMap((entry) => entry.dynamicImports)) {
          const facade = chunk(bundle, page)?.facadeModuleId ?? "";
          this.emitFile({
            type: "asset",
            fileName: `pages/${basename(facade, ".svelte").toLowerCase()}.html`,
            source: hinted(index, bundle, page),
          });
        }
        const files = Object.keys(bundle).filter((name) => /^assets\/.*\.(js|css)$/.test(name));
        worker.code = worker.code.replace(
          /["'`]the list of the build["'`]/,
          JSON.stringify(files.sort().join(" ")),
        );
      },
    },
    async writeBundle({ dir = "" }) {
      const assets = (await readdir(join(dir, "assets"))).map((name) => join("assets", name));
      const all = [...assets, WORKER].filter((name) => /\.(js|css|svg)$/.test(name));
      await Promise.all(all.map((name) => compress(join(dir, name))));
    },
  };
}
