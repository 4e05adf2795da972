import { alarmRulesHttp } from '@belfry/schemas/http/alarms/rules';
import { beforeEach, describe, expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { findAudit } from '../../support/audit.ts';
import { createUser, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { createMember, createShops } from '../../support/teams.ts';

let api: TestApi;
let shops: Awaited<ReturnType<typeof createShops>>;
flow.beforeAll(({ lentApi }) => {
  api = lentApi;
});
beforeEach(async () => {
  shops = await createShops(api);
});

const rule = (at: { company_id: number }, body: object, user: TestUser = shops.owner) =>
  api.call(alarmRulesHttp.create, user, { company_id: at.company_id, kind: 'temperature', ...body });
const effective = async ({ company_id }: { company_id: number }, user = shops.owner) => {
  const { body } = await api.call(alarmRulesHttp.effective, user, { company_id });
  return body.find(({ kind }) => kind === 'temperature');
};

describe('a rule', () => {
  it('holds at its node and below it, field by field, and names the node', async () => {
    const { main, own, other } = shops;
    expect((await rule(main, { threshold: 70, severity: 'high' })).status).toBe(201);
    expect((await rule(own.company, { threshold: 60 })).status).toBe(201);
    expect(await effective(own.node)).toMatchObject({
      threshold: { value: 60, source_company_id: own.company.company_id },
      severity: { value: 'high', source_company_id: main.company_id },
      delay_s: { value: 60, source_company_id: null },
    });
    expect(await effective(other.node)).toMatchObject({ threshold: { value: 70, source_company_id: main.company_id } });
    const { body } = await api.call(alarmRulesHttp.list, shops.owner, { company_id: own.company.company_id });
    expect(body).toMatchObject([{ kind: 'temperature', threshold: 60, severity: null }]);
  });

  it('is one for each kind at a node', async () => {
    await rule(shops.main, { threshold: 70 });
    expect((await rule(shops.main, { threshold: 71 })).status).toBe(409);
    expect((await rule(shops.main, { kind: 'disk', threshold: 50 })).status).toBe(201);
  });

  it.each<[string, object, number]>([
    ['a threshold beyond its limits', { threshold: 500 }, 400],
    ['a threshold of a kind that has none', { kind: 'device_offline', threshold: 5 }, 400],
    ['an unknown kind', { kind: 'hunger' }, 400],
    ['a delay of more than a day', { delay_s: 86_401 }, 400],
  ])('is refused with %s', async (_what, body, status) => {
    expect((await rule(shops.main, body)).status).toBe(status);
  });

  it('tells only people of the organisation', async () => {
    const [stranger, member] = [
      await createUser(api),
      await createMember(api, shops.owner, shops.main, { role: 'viewer' }),
    ];
    const tell = (people: number[]) => ({ tell: { roles: ['manager'], people } });
    expect((await rule(shops.main, tell([stranger.id]))).status).toBe(422);
    expect((await rule(shops.main, tell([member.id, shops.owner.id]))).status).toBe(201);
  });

  it('is changed with its revision, and deleted', async () => {
    const { body } = await rule(shops.own.company, { threshold: 60, severity: 'low' });
    const { rule_id, revision } = body;
    const change = (fields: object) => api.call(alarmRulesHttp.change, shops.owner, { rule_id, ...fields });
    expect(await change({ severity: null, delay_s: 5, revision })).toMatchObject({
      status: 200,
      body: { threshold: 60, severity: null, delay_s: 5, revision: revision + 1 },
    });
    expect(await change({ delay_s: 6, revision })).toMatchObject({ status: 409, body: { code: 'edit_conflict' } });
    expect((await change({ threshold: 500 })).status).toBe(400);
    expect((await api.call(alarmRulesHttp.remove, shops.owner, { rule_id })).status).toBe(204);
    expect((await change({ delay_s: 6 })).status).toBe(404);
    expect(await effective(shops.own.node)).toMatchObject({ threshold: { value: 80, source_company_id: null } });
    expect(await findAudit(api.db, 'alarm_rule.change', rule_id)).toMatchObject([
      { owner_id: shops.owner.id, company_id: shops.own.company.company_id, after: { delay_s: 5 } },
    ]);
  });

  it('is set by technicians and managers of its node, and read by its viewers', async () => {
    const at = (role: 'technician' | 'manager' | 'planner' | 'viewer') =>
      createMember(api, shops.owner, shops.own.company, { role });
    expect((await rule(shops.own.company, { threshold: 60 }, await at('technician'))).status).toBe(201);
    expect((await rule(shops.own.company, { kind: 'disk' }, await at('manager'))).status).toBe(201);
    for (const role of ['planner', 'viewer'] as const) {
      const user = await at(role);
      expect((await rule(shops.own.company, { kind: 'memory' }, user)).status).toBe(403);
      expect((await rule(shops.other.company, {}, user)).status).toBe(404);
      expect((await effective(shops.own.node, user))?.threshold.value).toBe(60);
    }
    expect((await rule(shops.main, {}, await at('manager'))).status).toBe(404);
  });
});
