import { WEBHOOK_EVENT_NAMES, WEBHOOKS_MAX } from '@belfry/schemas/domain/webhook-events';
import { ALERT_FEEDS_MAX } from '@belfry/schemas/http/alert-feeds';
import { TRIGGERS_MAX, triggersHttp } from '@belfry/schemas/http/triggers/triggers';
import { HOME_ASSISTANT_RIGHTS, homeAssistantHttp } from '@belfry/schemas/http/home-assistant';
import { webhooksHttp } from '@belfry/schemas/http/webhooks';
import { sql } from 'kysely';
import { signHook } from '../../support/services/webhook-receiver.ts';
import { body, done, next, params, query, type Inputs, type Tools } from './input.ts';

/** Deliveries of one webhook, and starts of one trigger; the first 10,000 are counted. */
const HISTORY = 20_000;

/** Calls about webhooks and triggers, the most that an organisation may have. */
export function automationInputs({ api, db, of }: Tools): Inputs {
  const { main, owner } = of;
  const name = 'x'.repeat(60);
  const targets = { nodes: [main] };
  const home = () => ({
    name: 'Home',
    url: 'mqtt://127.0.0.1:2',
    username: '',
    allows: [...HOME_ASSISTANT_RIGHTS],
    company_id: main,
  });
  const newHome = async () => {
    await sql`delete from home_assistants where owner_id = ${owner.id}`.execute(db);
    return done(api.call(homeAssistantHttp.create, owner, home()));
  };
  const webhook = () => ({
    name: `Webhook ${next()}`,
    url: 'https://tickets.invalid/hook',
    events: [...WEBHOOK_EVENT_NAMES],
    company_id: main,
  });
  const trigger = () => ({
    name: `Trigger ${next()}`,
    company_id: main,
    source: { type: 'hook' as const },
    action: { type: 'emergency' as const, message_id: of.message, targets },
    mode: 'automatic' as const,
    drill: false,
    confirmed: true,
  });
  /** Room for one more. */
  async function newWebhook() {
    await sql`delete from webhooks where id in (select id from webhooks where owner_id = ${owner.id} order by id offset ${WEBHOOKS_MAX - 2})`.execute(
      db,
    );
    return done(api.call(webhooksHttp.create, owner, webhook()));
  }
  async function newTrigger() {
    await sql`delete from triggers where id in (select id from triggers where owner_id = ${owner.id} order by id offset ${TRIGGERS_MAX - 2})`.execute(
      db,
    );
    return done(api.call(triggersHttp.create, owner, trigger()));
  }
  async function delivered(): Promise<{ id: number; delivery_id: number }> {
    const { id } = await newWebhook();
    const { rows } = await sql<{ delivery_id: number }>`
      insert into webhook_deliveries (webhook_id, message_id, type, order_key, data, at, state)
      select ${id}, 'msg_' || n, 'device.offline', 'device:' || n, '{}', now(), 'delivered' from generate_series(1, ${HISTORY}) as n
      returning delivery_id::int`.execute(db);
    return { id, delivery_id: rows[0]?.delivery_id ?? 0 };
  }
  async function fired(): Promise<{ id: number }> {
    const { id } = await newTrigger();
    await sql`
      insert into trigger_firings (trigger_id, cause, source, state, details, at)
      select ${id}, 'test:' || n, 'test', 'drill', '{}', now() from generate_series(1, ${HISTORY}) as n`.execute(db);
    return { id };
  }
  const feed = () => ({
    type: 'alert_feed' as const,
    // Nothing is there.
    url: 'https://alerts.invalid/feed',
    filter: { events: Array.from({ length: 50 }, (_, n) => `Event ${n}`), near: true },
  });
  /** A trigger with a feed that has had many alerts. */
  async function alerted(): Promise<{ id: number }> {
    await sql`delete from triggers where id in (
      select id from triggers where owner_id = ${owner.id} and source ->> 'type' = 'alert_feed' order by id offset ${ALERT_FEEDS_MAX - 2})`.execute(
      db,
    );
    const { id } = await done(api.call(triggersHttp.create, owner, { ...trigger(), source: feed() }));
    await sql`
      insert into alert_decisions (trigger_id, alert_key, decision, identifier, headline)
      select ${id}, 'key ' || n, 'filtered', n::text, repeat('x', 500) from generate_series(1, ${HISTORY}) as n`.execute(
      db,
    );
    return { id };
  }
  async function asking(): Promise<{ firing_id: number }> {
    await newTrigger();
    const { id } = await done(api.call(triggersHttp.create, owner, { ...trigger(), mode: 'ask' }));
    const { firing_id } = await done(api.call(triggersHttp.start, owner, { id }));
    return { firing_id };
  }
  return {
    'get /webhooks': [query({ company_id: main })],
    'post /webhooks': [
      async () => {
        await newWebhook();
        return body({ ...webhook(), name });
      },
    ],
    'get /webhooks/{id}': [async () => params({ id: (await newWebhook()).id })],
    'put /webhooks/{id}': [
      async () => {
        const { id, revision } = await newWebhook();
        const { company_id: _node, ...fields } = webhook();
        return { params: { id }, body: { ...fields, name, enabled: true, revision } };
      },
    ],
    'delete /webhooks/{id}': [async () => params({ id: (await delivered()).id })],
    'post /webhooks/{id}/secret': [async () => params({ id: (await newWebhook()).id })],
    'delete /webhooks/{id}/secret': [async () => params({ id: (await newWebhook()).id })],
    'post /webhooks/{id}/test': [async () => params({ id: (await newWebhook()).id })],
    'get /webhooks/{id}/deliveries': [
      async () => ({ params: { id: (await delivered()).id }, query: { page: 1, page_size: 500 } }),
    ],
    'post /webhooks/{id}/deliveries/{delivery_id}/redeliver': [async () => params(await delivered())],
    'get /home-assistant': [query({ company_id: main })],
    'post /home-assistant': [async () => body({ ...home(), name })],
    'get /home-assistant/{id}': [async () => params({ id: (await newHome()).id })],
    'put /home-assistant/{id}': [
      async () => {
        const { id, revision } = await newHome();
        const { company_id: _node, ...fields } = home();
        return { params: { id }, body: { ...fields, name, enabled: true, revision } };
      },
    ],
    'delete /home-assistant/{id}': [async () => params({ id: (await newHome()).id })],
    'get /triggers': [query({ company_id: main })],
    'get /triggers/inputs': [{}],
    'get /triggers/asking': [{}],
    'post /triggers': [
      async () => {
        await newTrigger();
        return body({ ...trigger(), name });
      },
    ],
    'get /triggers/{id}': [async () => params({ id: (await newTrigger()).id })],
    'put /triggers/{id}': [
      async () => {
        const { id, revision } = await newTrigger();
        const { company_id: _node, ...fields } = trigger();
        return { params: { id }, body: { ...fields, name, enabled: true, revision } };
      },
    ],
    'delete /triggers/{id}': [async () => params(await fired())],
    'post /triggers/alerts/preview': [body({ company_id: main, source: feed() })],
    'get /triggers/{id}/alerts': [async () => ({ params: await alerted(), query: { page: 1, page_size: 500 } })],
    'post /triggers/{id}/secret': [async () => params({ id: (await newTrigger()).id })],
    'post /triggers/{id}/test': [async () => params({ id: (await newTrigger()).id })],
    'post /triggers/{id}/start': [async () => params({ id: (await newTrigger()).id })],
    'get /triggers/{id}/firings': [async () => ({ params: await fired(), query: { page: 1, page_size: 500 } })],
    'post /triggers/asking/{firing_id}/confirm': [async () => params(await asking())],
    'post /triggers/asking/{firing_id}/decline': [async () => params(await asking())],
    'post /hooks/{hook_id}': [
      async () => {
        const { hook_path, secret } = await newTrigger();
        const text = JSON.stringify({ text: 'x'.repeat(60_000) });
        return {
          params: { hook_id: hook_path?.split('/').at(-1) },
          body: text,
          headers: signHook(secret ?? '', { id: `msg_${next()}`, body: text }),
        };
      },
    ],
  };
}
