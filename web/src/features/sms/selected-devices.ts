/** The number of devices in the address, a JSON list in `devices`; 0 for anything else; see SHELL-7. */
export function countSelected(devices: string | null): number {
  if (devices === null) return 0;
  try {
    const list: unknown = JSON.parse(devices);
    return Array.isArray(list) ? list.length : 0;
  } catch {
    return 0;
  }
}
