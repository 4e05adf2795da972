/** Whether a topic name matches an MQTT filter (3.1.1, section 4.7; topics of the contract never begin with `$`). */
export function matches(filter: string, topic: string): boolean {
  const wanted = filter.split('/');
  const levels = topic.split('/');
  for (const [index, level] of wanted.entries()) {
    if (level === '#') return true;
    if (index >= levels.length || (level !== '+' && level !== levels[index])) return false;
  }
  return wanted.length === levels.length;
}

/** Whether a filter has wildcards. */
export const isWildcard = (filter: string): boolean => filter.includes('+') || filter.endsWith('#');
