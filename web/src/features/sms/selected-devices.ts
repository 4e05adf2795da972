/** How many devices the address names: a JSON list under `devices`. Anything else is none; see SHELL-7. */
export function countSelected(devices: string | null): number {
  if (devices === null) return 0;
  try {
    const list: unknown = JSON.parse(devices);
    return Array.isArray(list) ? list.length : 0;
  } catch {
    return 0;
  }
}
