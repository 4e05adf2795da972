import { describe, expect, it } from 'vitest';
import { actionForError } from './commits.ts';

const withCode = (code: string): Error => Object.assign(new Error('x'), { code });

describe('a statement that failed', () => {
  it.each([
    'ECONNREFUSED',
    'ECONNRESET',
    '08006',
    '28P01',
    '3D000',
    '42P01',
    '42703',
    '53100',
    '53400',
    '57P01',
    '57P05',
  ])('with %s waits for the server', (code) => expect(actionForError(withCode(code))).toBe('retry'));

  it.each(['Connection terminated unexpectedly', 'Query read timeout', 'SASL: SCRAM-SERVER-FIRST-MESSAGE: no nonce'])(
    'with "%s" waits for the server',
    (message) => expect(actionForError(new Error(message))).toBe('retry'),
  );

  it('on a socket waits for the server, whatever its code', () => {
    expect(actionForError(Object.assign(new Error('x'), { code: 'EMFILE', syscall: 'connect' }))).toBe('retry');
  });

  it.each(['40001', '40P01', '57014', '0A000', '26000', 'XX000'])('with %s is repeated a few times', (code) => {
    expect(actionForError(withCode(code))).toBe('retry_briefly');
  });

  it.each(['22P05', '22008', '23514', '54001', '54000', 'ERR_OUT_OF_RANGE', ''])('with "%s" blames a row', (code) => {
    expect(actionForError(withCode(code))).toBe('split');
  });

  it.each([new RangeError('Maximum call stack size exceeded'), new TypeError('x is undefined'), 'a string', undefined])(
    'before it reached the server blames a row: %s',
    (error) => expect(actionForError(error)).toBe('split'),
  );

  it.each([
    'ERR_SSL_WRONG_VERSION_NUMBER',
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'CERT_HAS_EXPIRED',
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'SELF_SIGNED_CERT_IN_CHAIN',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    '58000',
  ])('with %s waits for the server', (code) => expect(actionForError(withCode(code))).toBe('retry'));

  it.each(['The server does not support SSL connections', 'There was an error establishing an SSL connection'])(
    'with "%s" waits for the server',
    (message) => expect(actionForError(new Error(message))).toBe('retry'),
  );

  it.each(['5300', '531000', '42', 'X_ERR_SSL_', 'x28P01', '53 00'])(
    'with a code that is no SQLSTATE blames a row: %s',
    (code) => expect(actionForError(withCode(code))).toBe('split'),
  );

  it('that only quotes the words of a connection error blames a row', () => {
    expect(actionForError(new Error('value "SASL" is too long'))).toBe('split');
  });
});
