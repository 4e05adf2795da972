import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server of public alerts on this machine: documents by their paths, each with its ETag. */
export async function startAlertServer() {
  const documents = new Map<string, string>();
  const requests: { path: string; status: number }[] = [];
  let broken: number | null = null;
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    const document = documents.get(path);
    const etag = `"${createHash('sha256')
      .update(document ?? '')
      .digest('hex')}"`;
    const status = broken ?? (document === undefined ? 404 : request.headers['if-none-match'] === etag ? 304 : 200);
    requests.push({ path, status });
    const location = { ...(status === 302 && { location: '/elsewhere' }) };
    response.writeHead(status, { 'content-type': 'application/xml', etag, ...location });
    response.end(status === 200 ? document : '');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    requests,
    /** Shows a document at a path from now on. */
    show(path: string, document: string): void {
      documents.set(path, document);
    },
    /** Answers everything with this status from now on; null: as it should. */
    answerWith(status: number | null): void {
      broken = status;
    },
    stop(): void {
      server.closeAllConnections();
      server.close();
    },
  };
}

type AlertOptions = {
  id: string;
  type?: 'Alert' | 'Update' | 'Cancel';
  status?: string;
  severity?: string;
  /** The ids of earlier alerts. */
  refs?: string[];
  sent?: Date;
  /** South-west and north-east corner of the area. */
  box?: [south: number, west: number, north: number, east: number];
};

const SENDER = 'alerts@weather.example';
const inZone = (at: Date): string => `${at.toISOString().slice(0, 19)}+00:00`;

/** An alert of CAP 1.2 that is in force now, in English and Russian. */
export function alertDocument({
  id,
  type = 'Alert',
  status = 'Actual',
  severity = 'Extreme',
  refs = [],
  sent = new Date(),
  box = [50, 10, 52, 12],
}: AlertOptions): string {
  const [south, west, north, east] = box;
  const polygon = `${south},${west} ${north},${west} ${north},${east} ${south},${east} ${south},${west}`;
  const references = refs.map((ref) => `${SENDER},${ref},${inZone(sent)}`).join(' ');
  const info = (
    language: string,
    headline: string,
    instruction: string,
  ): string => `<info><language>${language}</language><category>Met</category>
    <event>Tornado Warning</event><urgency>Immediate</urgency><severity>${severity}</severity><certainty>Observed</certainty>
    <expires>${inZone(new Date(sent.getTime() + 3_600_000))}</expires><headline>${headline}</headline><instruction>${instruction}</instruction>
    <area><areaDesc>Valley</areaDesc><polygon>${polygon}</polygon></area></info>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<alert xmlns="urn:oasis:names:tc:emergency:cap:1.2"><identifier>${id}</identifier><sender>${SENDER}</sender><sent>${inZone(sent)}</sent>
  <status>${status}</status><msgType>${type}</msgType><scope>Public</scope>${references === '' ? '' : `<references>${references}</references>`}
  ${info('en', 'Tornado over the valley', 'Go to the cellar')}${info('ru', 'Смерч над долиной', 'Спуститесь в подвал')}
</alert>`;
}

/** An Atom feed with the alerts in it, or with links to them. */
export const alertFeed = (
  entries: readonly { alert?: string; link?: string }[],
): string => `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom"><title>Alerts</title>${entries
  .map(({ alert, link }) => {
    const content =
      alert === undefined ? '' : `<content type="application/cap+xml">${alert.replace(/^<\?xml.*?\?>/, '')}</content>`;
    return `<entry><title>Alert</title>${link === undefined ? '' : `<link type="application/cap+xml" href="${link}"/>`}${content}</entry>`;
  })
  .join('')}</feed>`;
