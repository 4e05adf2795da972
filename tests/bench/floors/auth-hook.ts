/**
 * An authentication hook that accepts every client and returns its access list, on bare `node:http`. Prints its port as
 * JSON.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { aclFor } from '@belfry/schemas/mqtt/access';

type Question = { username: string };

function answerOf({ username }: Question) {
  const device = username.includes('-');
  const acl = device
    ? aclFor({ kind: 'device', serial: username })
    : aclFor({ kind: 'console', userId: Number(username), role: 'root', serials: [] });
  const client_attrs = { kind: device ? 'device' : 'console', id: username };
  return { result: 'allow', is_superuser: false, client_attrs, acl };
}

const hook = createServer((request, response) => {
  let text = '';
  request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  request.on('end', () => {
    const question = JSON.parse(text) as Question | { clients: Question[] };
    const answer = 'clients' in question ? { answers: question.clients.map(answerOf) } : answerOf(question);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(answer));
  });
});
hook.keepAliveTimeout = 60_000;
hook.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${JSON.stringify({ port: (hook.address() as AddressInfo).port })}\n`);
});
