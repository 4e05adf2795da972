import smpp, { type Pdu, type Session } from 'smpp';

const ANSWER_TIMEOUT_MS = 10_000;
const ENQUIRE_INTERVAL_MS = 30_000;

export type SmppCredentials = { url: string; systemId: string; password: string };

/** Connects and binds as a transceiver. Rejects when the centre cannot be reached, is silent, or refuses. */
export async function openSmppSession({ url, systemId, password }: SmppCredentials): Promise<Session> {
  const session = smpp.connect({ url, auto_enquire_link_period: ENQUIRE_INTERVAL_MS });
  // The SMS centre closes the connection if its link checks and receipts are not answered.
  session.on('enquire_link', (pdu: Pdu) => session.send(pdu.response()));
  session.on('deliver_sm', (pdu: Pdu) => session.send(pdu.response()));

  try {
    await connected(session, url.startsWith('ssmpp:') ? 'secureConnect' : 'connect');
    const { command_status } = await ask(session, 'bind_transceiver', { system_id: systemId, password });
    if (command_status !== 0) throw new Error(`the SMS centre refused to bind: status ${command_status}`);
    return session;
  } catch (error) {
    session.destroy();
    throw error;
  }
}

function connected(session: Session, event: 'connect' | 'secureConnect'): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the SMS centre cannot be reached')), ANSWER_TIMEOUT_MS);
    // This listener stays, because an error without a listener would end the process.
    session.on('error', reject);
    session.once(event, () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** Sends a request and waits for its answer, up to a time limit. */
export function ask(
  session: Session,
  command: 'bind_transceiver' | 'submit_sm',
  options: Record<string, unknown>,
): Promise<Pdu> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the SMS centre did not answer in time')), ANSWER_TIMEOUT_MS);
    const settle = (done: () => void): void => {
      clearTimeout(timer);
      session.off('close', onClosed);
      done();
    };
    const onClosed = (): void => settle(() => reject(new Error('the SMS centre closed the connection')));
    session.once('close', onClosed);
    const written = session[command](options, (pdu) => settle(() => resolve(pdu)));
    if (!written) onClosed();
  });
}
