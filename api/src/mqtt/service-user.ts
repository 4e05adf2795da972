/** The MQTT username of the api; its password is the service secret. */
export const SERVICE_USERNAME = 'service';
