import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet from 'helmet';
import type { Request, RequestHandler, Response } from 'express';
import type { Config } from '../../config/config.ts';
import { tilesOrigin } from '../../config/map.ts';

const HSTS_MAX_AGE_S = 365 * 86_400;

type SocketConfig = Pick<Config, 'MQTT_WS_URL' | 'MQTT_WS_PORT'>;
type HeadersConfig = SocketConfig & Pick<Config, 'MAP_TILES_URL'>;

/**
 * Strict headers for all answers: scripts only from this origin and never inline. Styles may be inline, since Mantine sets
 * style attributes and adds style elements at run time. Connections only to this origin and to the MQTT WebSocket; pictures only
 * from this origin and from that of the map's tiles.
 */
export function securityHeaders(config: HeadersConfig): RequestHandler {
  const headersFor = rememberHeaders(createDocumentHeaders(config));
  return (req, res, next) => {
    sendHsts(req, res);
    for (const [name, value] of headersFor(req)) res.setHeader(name, value);
    next();
  };
}

type Header = readonly [name: string, value: string];
/** A host is what the client says, so they are bounded. */
const MAX_HOSTS = 100;

/** The headers that helmet sets, which depend on the Host of the request only. Making them costs a twentieth of a command. */
function rememberHeaders(documentHeaders: ReturnType<typeof helmet>): (req: IncomingMessage) => readonly Header[] {
  const byHost = new Map<string, Header[]>();
  return (req) => {
    const host = req.headers.host ?? '';
    const cached = byHost.get(host);
    if (cached) return cached;
    const headers: Header[] = [];
    const recorder = {
      setHeader: (name: string, value: string) => void headers.push([name, value]),
      removeHeader: () => undefined,
    };
    documentHeaders(req, recorder as unknown as ServerResponse, throwError);
    if (byHost.size >= MAX_HOSTS) byHost.clear();
    byHost.set(host, headers);
    return headers;
  };
}

function throwError(error?: unknown): void {
  if (error) throw error;
}

/** For scripts, styles and fonts, to which the policies for documents do not apply. */
export const assetHeaders: RequestHandler = (req, res, next) => {
  sendHsts(req, res);
  res.setHeader('X-Content-Type-Options', 'nosniff');
  res.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
  next();
};

/** Only for requests over TLS, here or at a trusted proxy, because plain HTTP on a local network is supported. */
function sendHsts(req: Request, res: Response): void {
  if (req.secure) res.setHeader('Strict-Transport-Security', `max-age=${HSTS_MAX_AGE_S}`);
}

const createDocumentHeaders = (config: HeadersConfig): ReturnType<typeof helmet> =>
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        baseUri: ["'self'"],
        connectSrc: ["'self'", (req: IncomingMessage) => socketSource(config, req.headers.host ?? '')],
        fontSrc: ["'self'", 'data:'],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...tilesSource(config)],
        // Stations are anywhere; media cannot run code.
        mediaSrc: ["'self'", 'blob:', 'https:', 'http:'],
        objectSrc: ["'none'"],
        scriptSrc: ["'self'"],
        scriptSrcAttr: ["'none'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        workerSrc: ["'self'", 'blob:'],
      },
    },
    strictTransportSecurity: false,
    crossOriginEmbedderPolicy: false,
    // Both have an effect over HTTPS only; without it browsers log warnings.
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    referrerPolicy: { policy: 'same-origin' },
  });

const tilesSource = ({ MAP_TILES_URL }: HeadersConfig): string[] => {
  const origin = MAP_TILES_URL === undefined ? null : tilesOrigin(MAP_TILES_URL);
  return origin === null ? [] : [origin];
};

/** A host name or an IPv4 address. */
const HOST = /^[\w.-]+$/;

/** The MQTT WebSocket as a source: at the host of the page, unless it is configured. */
function socketSource({ MQTT_WS_URL, MQTT_WS_PORT }: SocketConfig, host: string): string {
  const socket = URL.parse(MQTT_WS_URL ?? `ws://${host}`);
  if (!socket) return "'self'";
  const port = MQTT_WS_URL ? socket.port : String(MQTT_WS_PORT);
  // A policy cannot name an IPv6 address: browsers ignore such a source, and the page could not connect.
  const name = HOST.test(socket.hostname) ? socket.hostname : '*';
  return `${socket.protocol}//${name}${port && `:${port}`}`;
}
