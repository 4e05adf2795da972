import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';

type Received = { path: string; method: string; headers: IncomingHttpHeaders; body: string; at: number };
type Answer = { status: number; body: string; headers?: Record<string, string> };
type Service = { schema: z.ZodType; took: Answer };

const OK: Answer = { status: 200, body: 'ok' };
const json = (body: object, status = 200): Answer => ({ status, body: JSON.stringify(body) });

/** What each service documents that it takes, without what Belfry never sends, and what it answers then. */
const SERVICES: Record<string, Service> = {
  // https://adaptivecards.io/explorer/AdaptiveCard.html, https://learn.microsoft.com/power-automate/teams/send-a-message-in-teams
  teams: {
    schema: z.strictObject({
      type: z.literal('message'),
      attachments: z.tuple([
        z.strictObject({
          contentType: z.literal('application/vnd.microsoft.card.adaptive'),
          contentUrl: z.null(),
          content: z.strictObject({
            $schema: z.literal('http://adaptivecards.io/schemas/adaptive-card.json'),
            type: z.literal('AdaptiveCard'),
            version: z.enum(['1.0', '1.1', '1.2', '1.3', '1.4', '1.5']),
            body: z
              .array(z.strictObject({ type: z.literal('TextBlock'), text: z.string().min(1), wrap: z.boolean() }))
              .min(1),
          }),
        }),
      ]),
    }),
    took: { status: 202, body: '' },
  },
  // https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks
  slack: {
    // Markup is between angle brackets, which texts of people have as entities.
    schema: z.strictObject({
      text: z
        .string()
        .min(1)
        .max(40_000)
        .regex(/^[^<>]*$/),
    }),
    took: OK,
  },
  // https://developers.google.com/workspace/chat/api/reference/rest/v1/spaces.messages
  google_chat: {
    schema: z.strictObject({ text: z.string().min(1) }).refine((body) => JSON.stringify(body).length <= 32_000),
    took: json({ name: 'spaces/AAA/messages/BBB' }),
  },
  // https://developers.mattermost.com/integrate/webhooks/incoming/
  mattermost: { schema: z.strictObject({ text: z.string().min(1).max(16_383) }), took: OK },
  // https://discord.com/developers/docs/resources/webhook#execute-webhook
  discord: {
    schema: z.strictObject({
      content: z.string().min(1).max(2_000),
      allowed_mentions: z.strictObject({ parse: z.array(z.enum(['roles', 'users', 'everyone'])) }),
    }),
    took: { status: 204, body: '' },
  },
  // https://core.telegram.org/bots/api#sendmessage
  telegram: {
    schema: z.strictObject({ chat_id: z.string().regex(/^(-?\d+|@\w+)$/), text: z.string().min(1).max(4_096) }),
    took: json({ ok: true, result: { message_id: 7 } }),
  },
};

function answerOf(path: string, body: string): Answer {
  const service = SERVICES[path.slice(1)];
  if (!service) return OK;
  const checked = service.schema.safeParse(JSON.parse(body));
  return checked.success ? service.took : { status: 400, body: z.prettifyError(checked.error) };
}

/** A server that chats (by the path of their name) and other systems are: what it was sent, and what it answers from now on. */
export async function startChatServer() {
  const received: Received[] = [];
  let answer: Answer | null = null;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => void chunks.push(chunk));
    request.on('end', () => {
      const { method = '', headers, url: path = '' } = request;
      const body = Buffer.concat(chunks).toString();
      const { status, headers: answered, body: text } = answer ?? answerOf(path, body);
      received.push({ path, method, headers, body, at: Date.now() });
      response.writeHead(status, answered).end(text);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `${origin}/hook`,
    urlOf: (service: string) => `${origin}/${service}`,
    received,
    /** Null: as the service does. */
    answerWith(changed: Answer | null): void {
      answer = changed;
    },
    stop(): void {
      server.closeAllConnections();
      server.close();
    },
  };
}
