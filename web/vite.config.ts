import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// In development the page is served by Vite, which passes the server's part on:
// LAYDOWN_SERVER=http://127.0.0.1:8765 npm run dev
const server = process.env.LAYDOWN_SERVER ?? "http://127.0.0.1:8765";

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: "../src/laydown/server/static",
    emptyOutDir: true,
    target: "es2022",
    // The content security policy allows nothing inline, data: addresses included.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: {
      "/api": server,
      "/ws": { target: server, ws: true },
    },
  },
});
