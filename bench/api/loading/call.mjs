/**
 * Returns a function that sends a request and reads the response to its end.
 * @throws Error with the body of any response that is not 2xx, and its status
 */
export function callOn(client) {
  return async ({ method = 'GET', path, token, body, headers = {}, isRead = false }) => {
    const response = await client.request({
      method,
      path,
      headers: {
        ...headers,
        ...(token && { authorization: `Bearer ${token}` }),
        ...(method !== 'GET' && { 'content-type': 'application/json' }),
      },
      body: body && JSON.stringify(body),
    });
    const { statusCode: status } = response;
    if (status < 200 || status > 299) {
      const text = (await response.body.text()).slice(0, 300);
      throw Object.assign(new Error(`${method} ${path}: ${status} ${text}`), { status });
    }
    return isRead ? response.body.json() : response.body.arrayBuffer();
  };
}
