import type { UserEvent } from '@belfry/schemas/mqtt/console-messages';
import { expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { createAdmin, createUser, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { announcementsHttp } from '@belfry/schemas/http/announcements/announcements';
import { templatesHttp } from '@belfry/schemas/http/mail/templates';
import { messagesHttp } from '@belfry/schemas/http/library/texts';
import { sayHttp } from '@belfry/schemas/http/announcements/say';
import { createMessage } from '../../support/library.ts';
import { createSchool, type School } from '../../support/programmes.ts';
import { eventsTo } from '../../support/services/fake-broker.ts';
import { holidaysHttp } from '@belfry/schemas/http/holidays';

let api: TestApi;
let admin: TestUser;
let stranger: TestUser;
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
  [admin, stranger] = [await createAdmin(api), await createUser(api)];
});

type Setting = { owner: TestUser; school: School };
type Id = string | number;
type Change = {
  what: string;
  type: UserEvent['type'];
  /** Makes what is changed, with an event of the same type. */
  make?: (setting: Setting) => Promise<Id>;
  act: (setting: Setting, made: Id) => Promise<{ status: number }>;
};

const HOLIDAYS =
  'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTART;VALUE=DATE:20401224\r\nEND:VEVENT\r\nEND:VCALENDAR';
const addMessage = async ({ owner }: Setting) => (await createMessage(api, owner)).id;
const postTemplate = ({ owner: { key } }: Setting) =>
  api.call(templatesHttp.create, { key }, { name: 'Visit', text: 'Service today' });
const addTemplate = async (setting: Setting) => (await postTemplate(setting)).body.id;
const say = ({ owner: { key }, school: { device } }: Setting) => {
  const body = { text: 'We close soon', targets: { devices: [device.serial] } };
  return api.call(sayHttp.say, { key }, { ...body });
};

const CHANGES: Change[] = [
  {
    what: 'a message of the library is added',
    type: 'library_changed',
    act: async (setting) => ({ status: (await addMessage(setting)) > 0 ? 201 : 500 }),
  },
  {
    what: 'a message of the library is changed',
    type: 'library_changed',
    make: addMessage,
    act: ({ owner: { key } }, id) => api.call(messagesHttp.change, { key }, { id, name: 'Evening' }),
  },
  {
    what: 'a message of the library is deleted',
    type: 'library_changed',
    make: addMessage,
    act: ({ owner: { key } }, id) => api.call(messagesHttp.remove, { key }, { id }),
  },
  {
    what: 'a holiday calendar is added',
    type: 'schedules_changed',
    act: ({ owner }) => api.call(holidaysHttp.upload, owner, { name: 'School', body: HOLIDAYS }),
  },
  { what: 'a template of SMS is added', type: 'sms_changed', act: postTemplate },
  {
    what: 'a template of SMS is changed',
    type: 'sms_changed',
    make: addTemplate,
    act: ({ owner: { key } }, id) =>
      api.call(templatesHttp.change, { key }, { id, name: 'Repair', text: 'Service today', revision: 1 }),
  },
  {
    what: 'a template of SMS is deleted',
    type: 'sms_changed',
    make: addTemplate,
    act: ({ owner: { key } }, id) => api.call(templatesHttp.remove, { key }, { id }),
  },
  { what: 'something is announced', type: 'announcements_changed', act: say },
  {
    what: 'an announcement is stopped',
    type: 'announcements_changed',
    make: async (setting) => (await say(setting)).body.run_id,
    act: ({ owner: { key } }, id) => api.call(announcementsHttp.stop, { key }, { run_id: id }),
  },
];

it.each(CHANGES)('consoles are notified when $what', async ({ type, make, act }) => {
  const owner = await createUser(api);
  const setting = { owner, school: await createSchool(api, owner) };
  const typesTo = (user: TestUser) => eventsTo(api, user).map((event) => event.type);
  const made = (await make?.(setting)) ?? 0;
  if (make) await expect.poll(() => typesTo(owner)).toContain(type);
  api.broker.published.length = 0;
  expect((await act(setting, made)).status).toBeLessThan(300);
  for (const user of [owner, admin]) await expect.poll(() => typesTo(user)).toContain(type);
  expect(typesTo(stranger)).toEqual([]);
});
