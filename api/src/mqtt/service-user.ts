/** Username of the api at the broker; its password is the service secret. */
export const SERVICE_USERNAME = 'service';
