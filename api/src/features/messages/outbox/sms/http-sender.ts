import type { Config } from '../../../../config/config.ts';
import type { Sender } from '../sender.ts';
import { ENCODINGS, fillTemplate } from './fill-template.ts';
import { callProvider } from './http-answer.ts';

const DEFAULT_BODY = {
  'application/json': '{"phone":"{phone}","text":"{text}","from":"{from}"}',
  'application/x-www-form-urlencoded': 'phone={phone}&text={text}&from={from}',
} as const;

/** For providers with one HTTP request per SMS; URL and body are templates. */
export function createHttpSmsSender(config: Config): Sender {
  const { SMS_HTTP_METHOD: method, SMS_HTTP_CONTENT_TYPE: type, SMS_HTTP_AUTHORIZATION: authorization } = config;
  const body = config.SMS_HTTP_BODY ?? DEFAULT_BODY[type];
  const encode = type === 'application/json' ? ENCODINGS.json : ENCODINGS.form;
  return {
    async send({ recipient, text }) {
      const values = { phone: recipient, text, from: config.SMS_FROM ?? '' };
      await callProvider(fillTemplate(config.SMS_HTTP_URL ?? '', values, ENCODINGS.url), {
        method,
        headers: {
          ...(authorization !== undefined && { authorization }),
          ...(method === 'POST' && { 'content-type': type }),
        },
        ...(method === 'POST' && { body: fillTemplate(body, values, encode) }),
      });
    },
    stop: () => undefined,
  };
}
