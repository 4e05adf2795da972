const ENTITIES: Record<string, string> = { '<': '&lt;', '>': '&gt;', '&': '&amp;' };

/** Makes plain text of what eSpeak NG would read as SSML: its markup is always on. */
export const escapeMarkup = (text: string): string => text.replaceAll(/[<>&]/g, (sign) => ENTITIES[sign] ?? sign);
