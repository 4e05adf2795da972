import type { IncomingMessage } from 'node:http';
import helmet from 'helmet';
import type { RequestHandler } from 'express';
import type { Config } from '../config.ts';

type SocketConfig = Pick<Config, 'MQTT_WS_URL' | 'MQTT_WS_PORT'>;

/**
 * Strict headers for everything: scripts only from here and never inline. Styles may be inline, since Mantine sets style
 * attributes and adds style elements at run time. Connections go here, and to the MQTT socket, which has a port of its own.
 */
export function securityHeaders(config: SocketConfig): RequestHandler {
  return helmet({
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
    // Plain HTTP on a local network is a supported way to run; the proxy in front adds HSTS where there is TLS.
    strictTransportSecurity: false,
    crossOriginEmbedderPolicy: false,
    // Both need HTTPS to mean anything, and browsers complain about them without it.
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    referrerPolicy: { policy: 'same-origin' },
  });
}

/** A host name or an IPv4 address; policies know no other literals. */
const HOST = /^([\w.-]+)(:\d+)?$/;

/** The MQTT socket as a source: beside the host that the page came from, unless it is configured. */
function socketSource({ MQTT_WS_URL, MQTT_WS_PORT }: SocketConfig, host: string): string {
  if (MQTT_WS_URL) return new URL(MQTT_WS_URL).origin;
  return `ws://${HOST.exec(host)?.[1] ?? '*'}:${MQTT_WS_PORT}`;
}
