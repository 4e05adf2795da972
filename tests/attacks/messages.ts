import { registrationHttp } from '@belfry/schemas/http/accounts/registration';
import { responsiblePeopleHttp } from '@belfry/schemas/http/companies/responsible-people';
import { smsHttp } from '@belfry/schemas/http/mail/sms';
import { teamsHttp } from '@belfry/schemas/http/teams/members';
import { createUser, type TestUser } from '../support/factories.ts';
import { times } from '../support/limits.ts';
import { confirmRecipients } from '../support/outbox.ts';
import { createShops } from '../support/teams.ts';
import { type Attack, ATTACKERS, nextNumber, timed, address, accepted, summary, untilWithCarrier } from './attack.ts';

export const invitations: Attack = {
  name: 'mail of an invitation',
  how: 'each of six accounts invites the same and other addresses until it may not',
  rounds: 5,
  async prepare(target) {
    const { owner, main } = await createShops(target);
    const invite = (by: TestUser, company_id: number, email: string) =>
      target.call(teamsHttp.add, by, { company_id, email, role: 'viewer' });
    return {
      measure: () => {
        const email = `invited-${nextNumber()}@belfry.test`;
        return timed(async () => {
          accepted(await invite(owner, main.company_id, email));
          await untilWithCarrier(target, email);
        });
      },
      async begin() {
        const statuses: number[] = [];
        await Promise.all(
          times(ATTACKERS, async (account) => {
            const shops = await createShops(target);
            for (let call = 0; call < 150 && statuses.at(-1) !== 429; call += 1)
              statuses.push(
                (await invite(shops.owner, shops.main.company_id, `wanted-${account}-${call}@belfry.test`)).status,
              );
          }),
        );
        return { held: () => summary(statuses), end: () => undefined };
      },
    };
  },
};

export const textMessages: Attack = {
  name: 'text message to a responsible person',
  how: 'each of six accounts sends all that it may, and 200 newcomers ask for their codes',
  rounds: 5,
  async prepare(target) {
    const { owner, main } = await createShops(target);
    const phones = times(100, (index) => `+4915112${String(300_000 + index)}`);
    await confirmRecipients(target, phones);
    const name = (phone: string) => ({ name: 'Person', phone, email: null, language: 'en' as const });
    const set = (by: TestUser, company_id: number, people: string[]) =>
      target.call(responsiblePeopleHttp.replace, by, { company_id, people: people.map(name) });
    accepted(await set(owner, main.company_id, phones.slice(0, 1)));
    const send = (by: TestUser, company_id: number, confirmed_messages: number) =>
      target.call(smsHttp.send, by, { text: `Text ${nextNumber()}`, nodes: [company_id], confirmed_messages });
    return {
      measure: () =>
        timed(async () => {
          accepted(await send(owner, main.company_id, 1));
          await untilWithCarrier(target, phones[0] ?? '');
        }),
      async begin() {
        const statuses: number[] = [];
        for (let account = 1; account <= ATTACKERS; account += 1) {
          const shops = await createShops(target);
          accepted(await set(shops.owner, shops.main.company_id, phones.slice(account * 5, account * 5 + 5)));
          let status = 0;
          for (let call = 0; call < 60 && status < 300; call += 1) {
            ({ status } = await send(shops.owner, shops.main.company_id, 5));
            statuses.push(status);
          }
        }
        for (let index = 0; index < 200; index += 1) {
          const phone = `+4915113${String(300_000 + index)}`;
          await createUser(target, { phone });
          statuses.push((await target.call(registrationHttp.resendPhone, null, { phone }, address(index))).status);
        }
        return { held: () => summary(statuses), end: () => undefined };
      },
    };
  },
};
