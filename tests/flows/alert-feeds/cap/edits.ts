import { CAP } from './documents.ts';

/** What replaces what in a document; each has to be there. */
export type Edit = readonly [from: string | RegExp, to: string];

/** A document with changes. */
export function edited(document: string, edits: readonly Edit[]): string {
  return edits.reduce((text, [from, to]) => {
    const changed = text.replace(from, to);
    if (changed === text) throw new Error(`${String(from)} is not in the document`);
    return changed;
  }, document);
}

/** An update, or a cancel, of a document. */
export const referring = (document: string, type: 'Update' | 'Cancel', suffix: string): string => {
  const [sender, identifier, sent] = ['sender', 'identifier', 'sent'].map(
    (name) => new RegExp(`<${name}>([^<]+)<`).exec(document)?.[1] ?? '',
  );
  return edited(document, [
    [`<identifier>${identifier}<`, `<identifier>${identifier}.${suffix}<`],
    ['<msgType>Alert<', `<msgType>${type}<`],
    [
      /(<scope>[^<]+<\/scope>(?:\s*<code>[^<]*<\/code>)*(?:\s*<note\/>)?)/,
      `$1<references>${sender},${identifier},${sent}</references>`,
    ],
  ]);
};

/** An Atom feed as that of the National Weather Service; each entry has a link, or the alert itself. */
export const atomOf = (
  entries: readonly { link?: string; alert?: string; id: string }[],
): string => `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xmlns:cap="${CAP}">
  <id>https://api.weather.example/alerts/active.atom</id>
  <title>Current watches, warnings, and advisories</title>
  <updated>2026-11-27T12:00:00+00:00</updated>
  ${entries
    .map(
      ({ id, link, alert }) => `<entry><id>${id}</id><title>An alert</title><updated>2026-11-27T11:41:00+00:00</updated>
    <cap:event>Tornado Warning</cap:event>${link === undefined ? '' : `<link rel="alternate" href="${link}"/>`}
    ${alert === undefined ? '<summary type="html">&lt;p&gt;Take cover&lt;/p&gt;</summary>' : `<content type="text/xml">${alert.replace(/<\?xml.*?\?>/, '')}</content>`}</entry>`,
    )
    .join('\n')}
</feed>`;

/** An RSS feed as services of civil protection have it. */
export const rssOf = (links: readonly string[]): string => `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel><title>Alerts</title><link>https://alerts.example/</link>
  <atom:link href="https://alerts.example/rss.xml" rel="self"/>
  ${links.map((link) => `<item><title>An alert</title><description><![CDATA[<p>Read &nbsp; more</p>]]></description><link>${link}</link><guid isPermaLink="false">${link}</guid><pubDate>Fri, 27 Nov 2026 11:41:00 GMT</pubDate></item>`).join('\n')}
</channel></rss>`;
