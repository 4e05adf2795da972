import { GROUP_DEVICES_MAX } from '@belfry/schemas/domain/companies';
import { RESPONSIBLE_PEOPLE_MAX } from '@belfry/schemas/http/companies/responsible-people';
import { floorPlansHttp, PLACEMENTS_MAX } from '@belfry/schemas/http/map/floor-plans';
import { groupsHttp } from '@belfry/schemas/http/groups';
import { smsHttp } from '@belfry/schemas/http/mail/sms';
import { templatesHttp } from '@belfry/schemas/http/mail/templates';
import { sql } from 'kysely';
import { pngImage } from '../../support/images.ts';
import { body, done, next, params, query, type Inputs, type Tools } from './input.ts';

const numbers = (count: number): string[] => Array.from({ length: count }, (_, n) => `+3712${1_000_000 + n}`);

/** Calls about company trees, groups, and messages to the people of places. */
export function placeInputs({ api, db, of }: Tools): Inputs {
  const { main, companies, elements, nodes } = of;
  const key = of.owner.key;
  const text = 'x'.repeat(1_000);
  const recipients = { nodes: [main], numbers: numbers(100), emergency: false };
  const newGroup = async (): Promise<number> =>
    (await done(api.call(groupsHttp.create, { key }, { name: `Group ${next()}` }))).id;
  const newTemplate = async (): Promise<number> => {
    const template = { name: `Template ${next()}`, text };
    return (await done(api.call(templatesHttp.create, { key }, template))).id;
  };
  const fields = { description: 'x'.repeat(64), city: 'x'.repeat(20), street: 'x'.repeat(25), house: '1', zip: '1' };
  const plan = () => done(api.call(floorPlansHttp.upload, { key }, { company_id: main }, { body: pngImage(20, 20) }));
  const withPlan = async () => {
    await plan();
    return params({ company_id: main });
  };
  const largest = nodes.slice(0, GROUP_DEVICES_MAX);

  return {
    'get /company/search': [query({ q: 'e' })],
    'get /home/regions': [query({ since: new Date(Date.now() - 86_400_000).toISOString() })],
    'get /places': [query({ q: 'e' }), query({ state: 'needs' })],
    'get /places/{company_id}': [params({ company_id: main })],
    'post /where': [
      body({ text: 'd e v i c e' }),
      body({ below: main }),
      body({ targets: { nodes: [main, ...nodes.slice(1, 1_000)] } }),
    ],
    'get /company/main/companies': [query({})],
    'post /company/tree': [body({ company_id: main, expandAll: true })],
    'post /company/info': [body({ company_id: nodes[0] })],
    'post /company/add': [
      async () => {
        const made = db.deleteFrom('companies').where('name', '=', 'Added');
        await made.execute();
        return body({ name: 'Added', type: 'Device', parent_company_id: companies[0], ...fields });
      },
    ],
    'post /company/main/add': [body({ name: 'Another', ...fields })],
    'put /company': [
      body({ company_id: main, name: 'Renamed', time_zone: 'Europe/Riga', ...fields }),
      body({ company_id: main, time_zone: 'Europe/Berlin', default_language: 'en', volume_max: 90 }),
    ],
    'put /company/move': [body({ company_id: companies[0], parent_company_id: elements[1] })],
    'put /company/responsible/{company_id}': [
      body({
        people: numbers(RESPONSIBLE_PEOPLE_MAX).map((phone, n) => ({
          name: `Person ${n}`.padEnd(60, 'x'),
          email: `person-${n}@example.com`,
          phone,
          language: 'ru',
        })),
      }),
    ],
    'get /companies/map': [
      async () => {
        // As many places as one answer has.
        const located = db.updateTable('companies').set({ latitude: 57, longitude: 24 });
        await located.where('company_id', '=', sql<number>`any(${nodes}::int4[])`).execute();
        return query({});
      },
    ],
    'put /companies/{company_id}/plan': [async () => ({ params: { company_id: main }, body: pngImage(1_500, 1_500) })],
    'get /companies/{company_id}/plan': [withPlan],
    'get /companies/{company_id}/plan/image': [withPlan],
    'put /companies/{company_id}/plan/devices': [
      async () => {
        const { revision } = await plan();
        const devices = of.serials.slice(0, PLACEMENTS_MAX).map((serial) => ({ serial, x: 0.5, y: 0.5 }));
        return { params: { company_id: main }, body: { revision, devices } };
      },
    ],
    'delete /companies/{company_id}/plan': [withPlan],
    'get /group/list': [query({})],
    'get /group/list/{id}/elements': [params({ id: of.group })],
    'post /group/new': [
      async () => {
        await db.deleteFrom('device_groups').where('name', 'like', 'A large one%').execute();
        return body({ name: `A large one ${next()}`, devices: largest });
      },
    ],
    'post /group/add/{id}': [async () => ({ params: { id: await newGroup() }, body: { devices: largest } })],
    'put /group/rename/{id}': [
      async () => ({ params: { id: of.group }, body: { name: `Renamed ${next()}`.padEnd(40, 'x') } }),
    ],
    'delete /group/main/{id}': [
      async () => {
        const id = await newGroup();
        await done(api.call(groupsHttp.addDevices, { key }, { id, devices: largest }));
        return params({ id });
      },
    ],
    'delete /group/element': [async () => body({ device_id: largest[next()], group_id: of.group })],
    'post /sms/preview': [body({ text, ...recipients })],
    'post /sms/send': [
      async () => {
        // A person may send 1,000 parts a day.
        await db.deleteFrom('message_ledger').execute();
        const message = { text: 'x'.repeat(150), ...recipients };
        const preview = api.call(smsHttp.preview, { key }, message);
        return body({ ...message, confirmed_messages: (await done(preview)).messages });
      },
    ],
    'get /sms/history': [query({ page: 1, page_size: 500, q: 'x' })],
    'post /sms/templates': [async () => body({ name: `Template ${next()}`, text })],
    'put /sms/templates/{id}': [
      async () => ({ params: { id: await newTemplate() }, body: { name: `Changed ${next()}`, text, revision: 1 } }),
    ],
    'delete /sms/templates/{id}': [async () => params({ id: await newTemplate() })],
    'post /company/duplicate': [body({ company_id: main })],
    // Nodes with others below them are refused.
    'delete /company/delete': [async () => body({ company_id: nodes.at(-next()) })],
  };
}
