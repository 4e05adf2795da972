import { authHttp } from '@belfry/schemas/http/accounts/auth';
import { registrationHttp } from '@belfry/schemas/http/accounts/registration';
import { newRegistration } from '../support/accounts.ts';
import { createUser, PASSWORD } from '../support/factories.ts';
import { times } from '../support/limits.ts';
import { type Attack, timed, address, accepted, summary, untilWithCarrier } from './attack.ts';

export const signIns: Attack = {
  name: 'sign-in from an address known before',
  how: 'guesses at the account from 60 addresses, and 30 a second at others',
  rounds: 60,
  pauseMs: 50,
  async prepare(target) {
    const { email } = await createUser(target);
    const home = address(60_000);
    const signIn = (password: string, as: ReturnType<typeof address>, of = email) =>
      target.call(authHttp.signIn, null, { email: of, password }, as);
    return {
      measure: () => timed(async () => accepted(await signIn(PASSWORD, home))),
      async begin() {
        const statuses: number[] = [];
        const guess = async (index: number, of?: string) =>
          statuses.push((await signIn('Guess-1', address(index), of)).status);
        await Promise.all(times(60, (index) => guess(index)));
        let index = 100;
        const timer = setInterval(
          () => void guess((index += 1), `nobody-${index}@belfry.test`).catch(() => undefined),
          33,
        );
        return { held: () => summary(statuses), end: () => clearInterval(timer) };
      },
    };
  },
};

export const codes: Attack = {
  name: 'code of a registration',
  how: '400 registrations from as many addresses, and 20 of each wanted address',
  rounds: 5,
  async prepare(target) {
    const wanted = times(6, () => newRegistration());
    let next = 0;
    const register = (as: ReturnType<typeof address>, registration: ReturnType<typeof newRegistration>) =>
      target.call(registrationHttp.register, null, registration, as);
    return {
      measure: () => {
        // Those that the attackers did not know are for the time before the attack.
        const registration = next < 6 ? newRegistration() : (wanted[next - 6] ?? newRegistration());
        next += 1;
        return timed(async () => {
          accepted(await register(address(50_000 + next), registration));
          await untilWithCarrier(target, registration.email);
        });
      },
      async begin() {
        const statuses: number[] = [];
        const others = times(400, () => newRegistration());
        const theirs = wanted.flatMap(({ email }) => times(20, () => newRegistration({ email })));
        for (const [index, registration] of [...theirs, ...others].entries())
          statuses.push((await register(address(index), registration)).status);
        return { held: () => summary(statuses), end: () => undefined };
      },
    };
  },
};
