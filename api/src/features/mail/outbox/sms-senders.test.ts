import { describe, expect, it } from 'vitest';
import { ENCODINGS, fillTemplate } from './sms-senders.ts';

const values = { phone: '+79161234567', text: 'Код "1234" & {phone}\n', from: 'Belfry' };

describe('a template', () => {
  it('is filled in a URL', () => {
    const url = new URL(fillTemplate('https://sms.test/send?to={phone}&text={text}', values, ENCODINGS.url));
    expect(Object.fromEntries(url.searchParams)).toEqual({ to: values.phone, text: values.text });
  });

  it('is filled in JSON without changing other braces', () => {
    const json = fillTemplate('{"to":"{phone}","body":"{text}","n":{}}', values, ENCODINGS.json);
    expect(JSON.parse(json)).toEqual({ to: values.phone, body: values.text, n: {} });
  });

  it('is filled in a form', () => {
    const form = new URLSearchParams(fillTemplate('to={phone}&from={from}&text={text}', values, ENCODINGS.form));
    expect(Object.fromEntries(form)).toEqual({ to: values.phone, from: 'Belfry', text: values.text });
  });
});
