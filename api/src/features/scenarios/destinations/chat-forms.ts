import type { DestinationService } from '@belfry/schemas/http/scenarios/destinations';

/** What is sent to a chat, and by what its answer is told from that of a server which says 200 and has not taken it. */
type ChatForm = {
  body: (text: string, chatId: string) => object;
  /** A value that is filled in, so that it calls nobody: whoever calls a hook would call a whole channel. */
  calm?: (value: string) => string;
  /** The longest text, in characters. */
  max: number;
  /** Whether the answer to a success is one of this service; absent: its status says everything. */
  took?: (answer: string) => boolean;
};

/** Slack reads these as markup, and calls everybody by `<!channel>`: https://docs.slack.dev/messaging/formatting-message-text */
const escapeSlack = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** `{"ok":true}`: https://core.telegram.org/bots/api#making-requests */
function saysOk(answer: string): boolean {
  try {
    return (JSON.parse(answer) as { ok?: unknown } | null)?.ok === true;
  } catch {
    return false;
  }
}

export const CHAT_FORMS: Record<Exclude<DestinationService, 'http'>, ChatForm> = {
  // Workflows of Power Automate take adaptive cards: https://learn.microsoft.com/connectors/teams/#microsoft-teams-webhook
  teams: {
    max: 4_000,
    body: (text) => ({
      type: 'message',
      attachments: [
        {
          contentType: 'application/vnd.microsoft.card.adaptive',
          contentUrl: null,
          content: {
            $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
            type: 'AdaptiveCard',
            version: '1.4',
            body: [{ type: 'TextBlock', text, wrap: true }],
          },
        },
      ],
    }),
  },
  slack: { max: 4_000, body: (text) => ({ text: escapeSlack(text) }), took: (answer) => answer.trim() === 'ok' },
  // https://developers.google.com/workspace/chat/quickstart/webhooks
  google_chat: {
    max: 4_000,
    body: (text) => ({ text }),
    calm: (value) => value.replaceAll('<users/', '<\u200Busers/'),
  },
  // https://developers.mattermost.com/integrate/webhooks/incoming/
  mattermost: {
    max: 4_000,
    body: (text) => ({ text }),
    calm: (value) => value.replaceAll('@', '@\u200B'),
    took: (answer) => answer.trim() === 'ok',
  },
  // https://discord.com/developers/docs/resources/webhook#execute-webhook
  discord: { max: 2_000, body: (text) => ({ content: text, allowed_mentions: { parse: [] } }) },
  telegram: { max: 4_096, body: (text, chat_id) => ({ chat_id, text }), took: saysOk },
};

export const cutText = (text: string, max: number): string =>
  text.length > max ? `${text.slice(0, max - 1).toWellFormed()}…` : text;
