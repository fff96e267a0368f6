import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { serving } from "./vite/serving.ts";

// In development the page is served by Vite, which passes the server's part on:
// LAYDOWN_SERVER=http://127.0.0.1:8765 npm run dev
const server = process.env.LAYDOWN_SERVER ?? "http://127.0.0.1:8765";

export default defineConfig({
  plugins: [svelte(), serving()],
  build: {
    outDir: "../src/laydown/server/static",
    emptyOutDir: true,
    target: "es2022",
    // The content security policy allows nothing inline, data: addresses included.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: {
      input: { index: "index.html", worker: "src/worker.ts" },
      output: {
        // A service worker answers for its own folder and below: it has to lie at the root, under
        // a name that stays.
        entryFileNames: ({ name }) => (name === "worker" ? "worker.js" : "assets/[name]-[hash].js"),
        // Every file costs a phone more than the few bytes it might have done without.
        codeSplitting: {
          groups: [{ name: "common", test: /\/src\/lib\/|SeatMark|node_modules\/svelte/, minShareCount: 2 }],
        },
      },
    },
  },
  server: {
    proxy: {
      "/api": server,
      "/ws": { target: server, ws: true },
    },
  },
});
