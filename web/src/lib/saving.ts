// Files that the page hands to the device.

/** Into the downloads. */
export function save(file: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** To the device's own sharing, where it takes files; false where it does not. */
export async function share(file: Blob, name: string, title: string): Promise<boolean> {
  const whole = new File([file], name, { type: file.type });
  if (!navigator.canShare?.({ files: [whole] })) return false;
  try {
    await navigator.share({ files: [whole], title });
  } catch {
    // Called off; that was a decision too.
  }
  return true;
}

/** Into the clipboard; over plain http, where there is none, the old way. */
export async function copy(text: string): Promise<boolean> {
  try {
    if (navigator.clipboard) {
      await navigator.clipboard.writeText(text);
      return true;
    }
  } catch {
    // Not allowed; the old way may be.
  }
  const field = document.createElement("textarea");
  field.value = text;
  field.setAttribute("readonly", "");
  field.className = "unseen";
  (document.querySelector("dialog[open]") ?? document.body).append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  return done;
}
