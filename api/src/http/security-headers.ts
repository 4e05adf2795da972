import type { IncomingMessage } from 'node:http';
import helmet from 'helmet';
import type { Request, RequestHandler, Response } from 'express';
import type { Config } from '../config.ts';

const HSTS_MAX_AGE_S = 365 * 86_400;

type SocketConfig = Pick<Config, 'MQTT_WS_URL' | 'MQTT_WS_PORT'>;

/**
 * Strict headers for everything: scripts only from here and never inline. Styles may be inline, since Mantine sets style
 * attributes and adds style elements at run time. Connections go here, and to the MQTT socket, which has a port of its own.
 */
export function securityHeaders(config: SocketConfig): RequestHandler {
  const always = alwaysSent(config);
  return (req, res, next) => {
    sendHsts(req, res);
    always(req, res, next);
  };
}

/** For scripts, styles and fonts, which no policy for documents is about. */
export const assetHeaders: RequestHandler = (req, res, next) => {
  sendHsts(req, res);
  res.setHeader('X-Content-Type-Options', 'nosniff');
  res.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
  next();
};

/** Only for what came over TLS, here or at a trusted proxy: plain HTTP on a local network is a supported way to run. */
function sendHsts(req: Request, res: Response): void {
  if (req.secure) res.setHeader('Strict-Transport-Security', `max-age=${HSTS_MAX_AGE_S}`);
}

const alwaysSent = (config: SocketConfig): ReturnType<typeof helmet> =>
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
        imgSrc: ["'self'", 'data:', 'blob:'],
        mediaSrc: ["'self'", 'blob:'],
        objectSrc: ["'none'"],
        scriptSrc: ["'self'"],
        scriptSrcAttr: ["'none'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        workerSrc: ["'self'", 'blob:'],
      },
    },
    strictTransportSecurity: false,
    crossOriginEmbedderPolicy: false,
    // Both need HTTPS to mean anything, and browsers complain about them without it.
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    referrerPolicy: { policy: 'same-origin' },
  });

/** A host name or an IPv4 address; policies know no other literals. */
const HOST = /^([\w.-]+)(:\d+)?$/;

/** The MQTT socket as a source: beside the host that the page came from, unless it is configured. */
function socketSource({ MQTT_WS_URL, MQTT_WS_PORT }: SocketConfig, host: string): string {
  if (MQTT_WS_URL) return new URL(MQTT_WS_URL).origin;
  return `ws://${HOST.exec(host)?.[1] ?? '*'}:${MQTT_WS_PORT}`;
}
