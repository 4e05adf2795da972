import type { Config } from '../../../../config/config.ts';
import type { Sender } from '../sender.ts';
import { callProvider } from './http-answer.ts';

/** Twilio's REST call: POST /2010-04-01/Accounts/{account}/Messages.json, a form, basic authentication. */
export function createTwilioSender(config: Config): Sender {
  const { SMS_TWILIO_URL, SMS_TWILIO_ACCOUNT = '', SMS_TWILIO_TOKEN, SMS_FROM = '' } = config;
  const url = new URL(`/2010-04-01/Accounts/${encodeURIComponent(SMS_TWILIO_ACCOUNT)}/Messages.json`, SMS_TWILIO_URL);
  const credentials = Buffer.from(`${SMS_TWILIO_ACCOUNT}:${SMS_TWILIO_TOKEN}`).toString('base64');
  return {
    send: ({ recipient, text }) =>
      callProvider(url.href, {
        method: 'POST',
        headers: { authorization: `Basic ${credentials}`, accept: 'application/json' },
        body: new URLSearchParams({ To: recipient, From: SMS_FROM, Body: text }),
      }),
    stop: () => undefined,
  };
}
