import type { Sendable } from '../sender.ts';

/** A message for nodemailer. Its Message-ID is the same at each attempt, so that mailboxes recognise duplicates. */
export const mailOptions = (
  { id, recipient, subject, text, html, created_at, attachment }: Sendable,
  from: string,
) => ({
  from,
  // As an object the address is never parsed as a list.
  to: { name: '', address: recipient },
  subject: subject ?? '',
  text,
  html: html ?? undefined,
  attachments: attachment && [
    { filename: attachment.filename, contentType: attachment.content_type, content: Buffer.from(attachment.content) },
  ],
  date: created_at,
  messageId: `<belfry-${id}-${created_at.getTime()}@${domainOf(from)}>`,
  headers: { 'Auto-Submitted': 'auto-generated' },
});

const domainOf = (from: string): string => /@([\w.-]+)/.exec(from)?.[1] ?? 'belfry.local';
