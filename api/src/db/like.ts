/** A text to be found as it is by `like`: its wildcards lose their meaning. */
export const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`);
