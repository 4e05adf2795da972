/** The used part of smpp 0.5.1, which has no type declarations. */
declare module 'smpp' {
  import type { EventEmitter } from 'node:events';
  import type { Server as NetServer } from 'node:net';

  export type Pdu = {
    command: string;
    /** 0: success. */
    command_status: number;
    system_id?: string;
    password?: string;
    destination_addr?: string;
    source_addr?: string;
    short_message?: { message: string | Buffer };
    response(options?: Record<string, unknown>): Pdu;
  };
  type Call = (options: Record<string, unknown>, answered: (pdu: Pdu) => void) => boolean;

  export interface Session extends EventEmitter {
    bind_transceiver: Call;
    submit_sm: Call;
    enquire_link: Call;
    send(pdu: Pdu): boolean;
    close(callback?: () => void): void;
    destroy(callback?: () => void): void;
  }

  type Smpp = {
    connect(options: { url: string; auto_enquire_link_period?: number }): Session;
    createServer(listener: (session: Session) => void): NetServer;
  };
  const smpp: Smpp;
  export default smpp;
}
