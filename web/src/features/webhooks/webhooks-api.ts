import { WEBHOOK_EVENT_NAMES, type WebhookEvent } from '@belfry/schemas/domain/webhook-events';
import { type WebhookDeliveryState, webhooksHttp } from '@belfry/schemas/http/webhooks';
import { baseApi } from '../../lib/api/base-api.ts';
import { call, callFrom, callPage } from '../../lib/api/call.ts';

const ofWebhook = (id: number) => ({ id });
type DeliveriesQuery = { id: number; state?: WebhookDeliveryState; page: number; page_size: number };

export const webhooksApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getWebhooks: build.query({
      ...callFrom(webhooksHttp.list, (_all: void) => ({})),
      providesTags: ['Live', 'Webhook'],
    }),
    getWebhookDeliveries: build.query({
      ...callPage(webhooksHttp.deliveries, (query: DeliveriesQuery) => query),
      providesTags: ['Live', 'Webhook'],
    }),
    // Each is fetched again after an error too: somebody else may have changed it, or it is gone.
    createWebhook: build.mutation({ ...call(webhooksHttp.create), invalidatesTags: ['Webhook'] }),
    changeWebhook: build.mutation({ ...call(webhooksHttp.change), invalidatesTags: ['Webhook'] }),
    removeWebhook: build.mutation({ ...callFrom(webhooksHttp.remove, ofWebhook), invalidatesTags: ['Webhook'] }),
    rotateWebhookSecret: build.mutation({ ...callFrom(webhooksHttp.rotate, ofWebhook), invalidatesTags: ['Webhook'] }),
    endWebhookSecret: build.mutation({
      ...callFrom(webhooksHttp.endPrevious, ofWebhook),
      invalidatesTags: ['Webhook'],
    }),
    testWebhook: build.mutation({ ...callFrom(webhooksHttp.test, ofWebhook), invalidatesTags: ['Webhook'] }),
    redeliverMessage: build.mutation({ ...call(webhooksHttp.redeliver), invalidatesTags: ['Webhook'] }),
  }),
});

export const {
  useGetWebhooksQuery,
  useCreateWebhookMutation,
  useChangeWebhookMutation,
  useRemoveWebhookMutation,
  useRotateWebhookSecretMutation,
  useEndWebhookSecretMutation,
  useTestWebhookMutation,
  useRedeliverMessageMutation,
} = webhooksApi;

type Underscored<S extends string> = S extends `${infer A}.${infer B}` ? `${A}_${B}` : S;
/** The key of the name of an event among the texts, where a point would lead to another object. */
export const eventKey = <E extends WebhookEvent>(event: E): Underscored<E> => event.replace('.', '_') as Underscored<E>;

type GroupOf<S extends string> = S extends `${infer A}.${string}` ? A : never;
export type EventGroup = GroupOf<WebhookEvent>;
const groupOf = (event: WebhookEvent): EventGroup => event.split('.', 1)[0] as EventGroup;

export const EVENT_GROUPS: ReadonlyMap<EventGroup, readonly WebhookEvent[]> = Map.groupBy(WEBHOOK_EVENT_NAMES, groupOf);
