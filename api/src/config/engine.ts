import { z } from 'zod';
import { optionalText, optionalUrl, setting } from './setting.ts';

export const ENGINES = ['belfry', 'rabbitmq'] as const;
export type EngineName = (typeof ENGINES)[number];

/** Whether every later subscriber receives retained messages. RabbitMQ is configured to retain nothing. */
export const ENGINE_RETAINS: Record<EngineName, boolean> = { belfry: true, rabbitmq: false };

export const engineSettings = {
  MQTT_ENGINE: setting(z.enum(ENGINES).default('belfry')),
  BROKER_HTTP_URL: setting(z.url({ protocol: /^https?$/ }).default('http://127.0.0.1:8084')),
  /** The management API of another engine: RabbitMQ's management plugin. */
  MQTT_ENGINE_URL: optionalUrl(/^https?$/),
  /** An administrator of RabbitMQ. */
  MQTT_ENGINE_USER: optionalText(200),
  MQTT_ENGINE_PASSWORD: optionalText(1_000),
  /** The secret that another engine sends with its requests about clients, so that nobody else can send them. */
  MQTT_ENGINE_SECRET: setting(z.string().min(16).max(200).optional()),
};

const NEEDED = ['MQTT_ENGINE_URL', 'MQTT_ENGINE_USER', 'MQTT_ENGINE_PASSWORD', 'MQTT_ENGINE_SECRET'] as const;

export function checkEngineSettings(settings: Record<string, unknown>, context: z.RefinementCtx): void {
  if (settings['MQTT_ENGINE'] === 'belfry') return;
  for (const name of NEEDED) {
    if (settings[name] === undefined) {
      const message = `is required with MQTT_ENGINE=${String(settings['MQTT_ENGINE'])}`;
      context.addIssue({ code: 'custom', path: [name], message });
    }
  }
}
