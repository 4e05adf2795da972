/** Identifies a message of one subscriber when it is acknowledged. One of an earlier connection is ignored: the broker redelivers the message. */
export type AckToken = {
  readonly subscriber: { acknowledge(token: AckToken): void };
  readonly connection: number;
  readonly packetId: number;
  readonly bytes: number;
};

/** Acknowledges messages of any subscribers. */
export function acknowledgeAll(ackTokens: Iterable<AckToken>): void {
  for (const token of ackTokens) token.subscriber.acknowledge(token);
}
