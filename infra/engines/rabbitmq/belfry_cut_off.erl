%% Ends the connections of a node that is cut off from most of the others. RabbitMQ stops there (pause_minority), and takes seconds until the last
%% connection has ended. Clients are with the other nodes sooner when all end together and none is accepted.
-module(belfry_cut_off).
-export([start/0, has_majority/0]).

-define(LOOK_MS, 500).
-define(PROTOCOLS, ['http/web-mqtt', 'https/web-mqtt', mqtt, 'mqtt/ssl']).

start() ->
    spawn(fun() ->
        ok = net_kernel:monitor_nodes(true),
        wait(infinity)
    end).

%% How many milliseconds to wait for, if the node is cut off.
wait(Ms) ->
    receive
        {nodedown, _} -> wait(case catch has_majority() of false -> end_connections(); _ -> Ms end);
        _ -> wait(Ms)
    after Ms ->
        % RabbitMQ opens its listeners again when it starts again; this is for one that has not stopped.
        wait(case catch has_majority() of true -> accept_connections(); _ -> Ms end)
    end.

%% Whether most nodes of the cluster are connected, this one included.
has_majority() ->
    All = mnesia:system_info(db_nodes),
    2 * length([Node || Node <- All, lists:member(Node, [node() | nodes()])]) > length(All).

end_connections() ->
    [catch end_connections(Listener) || Listener <- listeners()],
    ?LOOK_MS.

%% It is suspended first, so that nobody connects again.
end_connections(Listener) ->
    ranch:suspend_listener(Listener),
    [exit(Connection, kill) || Connection <- ranch:procs(Listener, connections)].

accept_connections() ->
    [catch ranch:resume_listener(Listener) || Listener <- listeners()],
    infinity.

listeners() ->
    [Listener || Protocol <- ?PROTOCOLS, Listener <- [rabbit_networking:ranch_ref_of_protocol(Protocol)], Listener =/= undefined].
