import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { ERROR_STATUS, type ErrorCode } from '@belfry/schemas/http/errors';
import {
  disconnectBodySchema,
  type DisconnectBody,
  pageInvitationsSchema,
  type PageInvitations,
} from '@belfry/schemas/http/service/internal';
import { z } from 'zod';
import { secretMatcher } from '../authentication/secret.ts';
import { type Address, type Listener, startListeningHttp } from './listener.ts';

/** Enough for 10,000 serials in JSON. */
const MAX_BODY_BYTES = 1024 * 1024;

type HttpDeps = {
  serviceSecret: string;
  metrics: () => Promise<{ type: string; text: string }>;
  disconnect: (kind: DisconnectBody['kind'], ids: readonly string[]) => number;
  /** Replaces the devices that may hear a live page. @returns false where too many pages are open */
  invite: (pageId: string, invitations: PageInvitations) => boolean;
  closePage: (pageId: string) => void;
};

class HttpError extends Error {
  readonly code: ErrorCode;
  constructor(code: ErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

type Content = { type: string; text: string };
type Handler = (request: IncomingMessage, id: string) => Promise<Content>;
const json = (value: unknown): Content => ({ type: 'application/json', text: JSON.stringify(value) });

const PAGE_PATH = /^\/internal\/pages\/([^/]+)$/;
const PAGES = '/internal/pages/{page_id}';
const pageIdSchema = z.uuid();

/** Health, metrics and the api's calls to the broker. Bound to BROKER_HTTP_HOST, which must not be a public address. */
export function listenHttp(address: Address, deps: HttpDeps): Promise<Listener> {
  const isServiceSecret = secretMatcher(deps.serviceSecret);
  const requireSecret = (request: IncomingMessage): void => {
    const given = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    if (!isServiceSecret(given)) throw new HttpError('unauthenticated', 'The service secret is needed');
  };
  const routes = new Map<string, Handler>([
    ['GET /health/live', async () => json({ status: 'ok' })],
    ['GET /metrics', () => deps.metrics()],
    [
      'POST /internal/connections/disconnect',
      async (request) => {
        requireSecret(request);
        const { kind, ids } = parseBody(disconnectBodySchema, await readBody(request));
        return json({ disconnected: deps.disconnect(kind, ids) });
      },
    ],
    [
      `PUT ${PAGES}`,
      async (request, id) => {
        requireSecret(request);
        const pageId = parsePageId(id);
        const invitations = parseBody(pageInvitationsSchema, await readBody(request));
        if (!deps.invite(pageId, invitations)) throw new HttpError('conflict', 'Too many pages are open');
        return json({ invited: invitations.serials.length });
      },
    ],
    [
      `DELETE ${PAGES}`,
      async (request, id) => {
        requireSecret(request);
        deps.closePage(parsePageId(id));
        return json({ invited: 0 });
      },
    ],
  ]);
  const paths = new Set([...routes.keys()].map((route) => route.split(' ')[1]));

  async function answer(request: IncomingMessage): Promise<Content> {
    const requested = URL.parse(request.url ?? '', 'http://belfry')?.pathname ?? '';
    const page = PAGE_PATH.exec(requested);
    const path = page ? PAGES : requested;
    const handler = routes.get(`${request.method} ${path}`);
    if (handler) return handler(request, page?.[1] ?? '');
    throw paths.has(path)
      ? new HttpError('method_not_allowed', 'Method not allowed')
      : new HttpError('not_found', 'Not found');
  }

  const server = createServer((request, response) => {
    answer(request).then(
      ({ type, text }) => send(response, 200, type, text),
      (error: unknown) => {
        const { code, message } =
          error instanceof HttpError ? error : { code: 'internal' as const, message: 'Internal error' };
        const { type, text } = json({ error: message, code });
        send(response, ERROR_STATUS[code], type, text);
      },
    );
  });
  return startListeningHttp(server, address);
}

function send(response: ServerResponse, status: number, type: string, text: string): void {
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(text);
}

function parsePageId(text: string): string {
  const parsed = pageIdSchema.safeParse(text.toLowerCase());
  if (!parsed.success) throw new HttpError('not_found', 'Not found');
  return parsed.data;
}

function parseBody<T>(schema: z.ZodType<T>, text: string): T {
  const parsed = schema.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  const { path, message } = parsed.error.issues[0] ?? { path: [], message: 'invalid' };
  throw new HttpError('invalid_input', `${path.join('.')}: ${message}`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new HttpError('invalid_json', 'The body is not JSON');
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES) throw new HttpError('payload_too_large', 'The body is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
