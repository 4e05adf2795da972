import { describe, expect, it } from 'vitest';
import { parseConfig } from './config.ts';

const REQUIRED = { DATABASE_URL: 'postgres://localhost/belfry', SERVICE_SECRET: 'sixteen-letters!' };

describe('the configuration', () => {
  it('has a default for everything but the database and the secret', () => {
    expect(parseConfig(REQUIRED)).toMatchObject({
      HTTP_PORT: 8080,
      METRICS_RETENTION_DAYS: 30,
      METRICS_HOURLY_RETENTION_DAYS: 400,
      METRICS_DAILY_RETENTION_DAYS: 1_830,
      COMMANDS_RETENTION_DAYS: 400,
      ANNOUNCEMENTS_RETENTION_DAYS: 400,
      INTERNAL_HOST: '127.0.0.1',
    });
  });

  it('treats an empty variable as unset', () => {
    expect(parseConfig({ ...REQUIRED, HTTP_PORT: '', MQTT_WS_URL: '', ROOT_PASSWORD: '' }).HTTP_PORT).toBe(8080);
  });

  it.each([
    ['HTTP_PORT', '99999'],
    ['HTTP_PORT', 'web'],
    ['DATABASE_URL', 'mysql://localhost/belfry'],
    ['DATABASE_URL', ''],
    ['SERVICE_SECRET', 'short'],
    ['MQTT_URL', 'localhost:1883'],
    ['ROOT_PASSWORD', 'weak'],
    ['LOG_LEVEL', 'loud'],
    ['INTERNAL_PORT', 'inside'],
    ['TRUST_PROXY', 'everybody'],
    ['IDENTITY_PROVIDER_ALLOW', 'localhost'],
    ['WEBHOOK_ALLOW', 'localhost'],
    ['NETWORK_SPEAKER_ALLOW', 'localhost'],
    ['NETWORK_SPEAKER_ALLOW', '::1'],
    ['MAP_TILES_URL', 'tiles.example.org/{z}/{x}/{y}.png'],
    ['MAP_TILES_URL', 'https://tiles.example.org/map.png'],
    ['MAP_TILES_URL', 'https://{s}.example.org/{z}/{x}/{y}.png'],
    ['MAP_TILES_URL', 'javascript://tiles.example.org/{z}/{x}/{y}'],
    ['COMMANDS_RETENTION_DAYS', '29'],
    ['ANNOUNCEMENTS_RETENTION_DAYS', '29'],
    ['SMTP_URL', 'mail.belfry.test'],
    ['MAIL_FROM', 'Belfry\nBcc: everybody@belfry.test'],
    ['PUBLIC_URL', 'belfry.test'],
    ['PUSH_CONTACT', 'mailto: it@example.org'],
    ['PUSH_CONTACT', 'mailto:belfry@localhost'],
    ['PUSH_CONTACT', 'https://belfry.local'],
    ['SMS_PROVIDER', 'pigeon'],
    ['SMS_HTTP_URL', 'ftp://sms.test'],
    ['RATE_LIMIT_SCALE', '-1'],
    ['MQTT_ENGINE', 'mosquitto'],
    ['INGEST_SHARDS', '0'],
    ['INGEST_SHARDS', '65'],
    ['MQTT_ENGINE_SECRET', 'short'],
  ])('names the variable in one line when %s is %j', (name, value) => {
    expect(() => parseConfig({ ...REQUIRED, [name]: value })).toThrow(new RegExp(`^${name}: [^\n]+$`));
  });

  it('accepts trusted proxies as range names, addresses and networks', () => {
    const TRUST_PROXY = 'loopback, 10.0.0.0/8, fd00::1';
    expect(parseConfig({ ...REQUIRED, TRUST_PROXY }).TRUST_PROXY).toBe(TRUST_PROXY);
  });

  it.each([
    ['http', 'SMS_HTTP_URL'],
    ['twilio', 'SMS_TWILIO_ACCOUNT'],
    ['smpp', 'SMS_SMPP_URL'],
  ])('names the setting that the SMS provider %s requires', (SMS_PROVIDER, name) => {
    expect(() => parseConfig({ ...REQUIRED, SMS_PROVIDER })).toThrow(`${name}: is required with SMS_PROVIDER=`);
  });

  it('names the settings that the MQTT engine RabbitMQ requires', () => {
    const MQTT_ENGINE = 'rabbitmq';
    const given = {
      MQTT_ENGINE_URL: 'http://127.0.0.1:15672',
      MQTT_ENGINE_USER: 'belfry',
      MQTT_ENGINE_PASSWORD: 'secret',
      MQTT_ENGINE_SECRET: 'sixteen-letters!',
    };
    expect(parseConfig({ ...REQUIRED, MQTT_ENGINE, ...given })).toMatchObject({ MQTT_ENGINE });
    for (const name of Object.keys(given)) {
      expect(() => parseConfig({ ...REQUIRED, MQTT_ENGINE, ...given, [name]: '' })).toThrow(
        `${name}: is required with MQTT_ENGINE=rabbitmq`,
      );
    }
  });

  it('refuses an MQTT engine without an adapter', () => {
    expect(() => parseConfig({ ...REQUIRED, MQTT_ENGINE: 'emqx' })).toThrow('MQTT_ENGINE: ');
  });

  it('is frozen', () => {
    expect(Object.isFrozen(parseConfig(REQUIRED))).toBe(true);
  });
});
