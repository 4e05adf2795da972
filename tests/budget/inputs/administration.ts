import { USERS_IMPORT_LINES_MAX } from '@belfry/schemas/http/users/import';
import { invitationsHttp } from '@belfry/schemas/http/accounts/invitations';
import { backupsHttp } from '@belfry/schemas/http/backups';
import { outboxHttp } from '@belfry/schemas/http/mail/outbox';
import { recipientsHttp } from '@belfry/schemas/http/mail/recipients';
import { twoFactorHttp } from '@belfry/schemas/http/accounts/two-factor';
import { sql } from 'kysely';
import { createUser, PASSWORD } from '../../support/factories.ts';
import { mailTo, tokenIn } from '../../support/outbox.ts';
import { body, done, next, params, query, type Inputs, type Tools } from './input.ts';

/** The text of a mail that carries a report. */
const ATTACHMENT_BYTES = 5_000_000;

/** Calls of administrators about people, and about messages that the product has sent. */
export function administrationInputs({ api, db, config, of }: Tools): Inputs {
  const key = of.root.key;
  const person = () => createUser({ db });
  const everybody = { filter: { q: of.crowd } };

  const messageId = async (): Promise<number> => {
    const [message] = await done(api.call(outboxHttp.list, { key }, { page_size: 1 }));
    return message?.id ?? 0;
  };

  return {
    'get /admin/backups': [{ authorization: key }],
    'put /admin/backups/settings': [
      async () => {
        const { settings } = await done(api.call(backupsHttp.read, { key }));
        const { has_passphrase: _stored, ...choices } = settings;
        return { authorization: key, body: choices };
      },
    ],
    'post /admin/backups': [{ authorization: key, refused: 'there is no passphrase: a backup would be the load' }],
    'post /admin/users': [query({}), query({ page: 1, page_size: 500, q: of.crowd, sort: '-last_login' })],
    'post /admin/user/info': [body({ userId: of.owner.id })],
    'post /admin/user/add': [
      async () => body({ email: `added-${next()}@example.com`, pass: 'Longer-pass-1', name: 'Added', role: 'user' }),
    ],
    'put /admin/user/edit': [async () => body({ userId: (await person()).id, updates: { name: 'x'.repeat(100) } })],
    'post /admin/user/block': [async () => body({ userId: (await person()).id, blocked: true })],
    'post /admin/user/update_key': [async () => body({ userId: (await person()).id })],
    'post /admin/user/impersonate': [async () => body({ userId: (await person()).id })],
    'post /admin/user/two-factor/reset': [
      async () => {
        const { id, key: own } = await person();
        await done(api.call(twoFactorHttp.enrol, { key: own }, { password: PASSWORD }));
        await db
          .updateTable('two_factor')
          .set({ enabled_at: sql`now()` })
          .where('user_id', '=', id)
          .execute();
        return body({ userId: id });
      },
    ],
    'post /admin/users/bulk': [
      async () => {
        await db.updateTable('users').set({ blocked: false }).where('blocked', '=', true).execute();
        return body({ action: 'block', ...everybody });
      },
    ],
    'post /admin/users/bulk/preview': [body({ action: 'delete', ...everybody })],
    'post /admin/users/import': [
      async () => {
        const file = next();
        const line = (n: number): string => `Imported ${n},imported-${file}-${n}@example.com,,user,en`;
        const lines = Array.from({ length: USERS_IMPORT_LINES_MAX }, (_, n) => line(n));
        return body(['name,email,phone,role,lang', ...lines].join('\n'), { dry_run: '0', lines: 'valid' });
      },
    ],
    'post /admin/invitations': [async () => body({ email: `invited-${next()}@example.com`, lang: 'ru' })],
    'delete /admin/invitations/{id}': [
      async () => {
        const email = `invited-${next()}@example.com`;
        await done(api.call(invitationsHttp.invite, { key }, { email }));
        const invitations = await done(api.call(invitationsHttp.list, { key }));
        return params({ id: invitations.find((invitation) => invitation.email === email)?.id });
      },
    ],
    'get /admin/outbox': [query({ page: 1, page_size: 500, q: 'a' })],
    'get /admin/outbox/{id}': [async () => params({ id: await messageId() })],
    'get /admin/outbox/{id}/attachment': [
      async () => {
        const id = await messageId();
        const report = { filename: 'report.csv', content_type: 'text/csv', content: 'x'.repeat(ATTACHMENT_BYTES) };
        const attachment = db.insertInto('message_attachments').values({ message_id: id, ...report });
        await attachment.onConflict((conflict) => conflict.doNothing()).execute();
        return params({ id });
      },
    ],
    'get /recipients/state': [query({ recipient: 'somebody@example.com' })],
    'post /recipients/ask': [
      async () => {
        await db.deleteFrom('message_ledger').execute();
        return { authorization: key, ...body({ recipient: `asked-${next()}@example.com`, language: 'ru' }) };
      },
    ],
    'post /recipients/confirm': [
      async () => {
        const recipient = `asked-${next()}@example.com`;
        await done(api.call(recipientsHttp.askAgain, of.root, { recipient, language: 'ru' }));
        return body({ token: tokenIn((await mailTo({ config }, recipient)).text) });
      },
    ],
    'delete /admin/user/{id}': [params({ id: of.owner.id })],
    'delete /admin/users': [
      async () => {
        const { rows } = await sql<{ others: number }>`select count(*)::int - 1 as others from users`.execute(db);
        return query({ expected: rows[0]?.others });
      },
    ],
  };
}
