%% What belfry_admission.erl does, with RabbitMQ's events made here. Prints a line per case that holds, and ends at the first that does not.
-module(admission_cases).
-export([run/0]).

-define(TURNS, 2 * erlang:system_info(schedulers_online)).

run() ->
    {ok, _} = gen_event:start({local, rabbit_event}),
    ok = belfry_admission:start(),
    [begin Case(), io:format("~s~n", [Name]) end || {Name, Case} <- cases()],
    halt(0).

cases() -> [
    {"as many devices connect as there are turns, and the first of the others when one has its filters", fun() ->
        First = [connect(Serial) || Serial <- serials(1, ?TURNS)],
        [ok = answer(Device) || Device <- First],
        [Next, Last] = [connect(Serial) || Serial <- serials(50, 2)],
        none = answer_now(Next),
        get_filter(hd(serials(1, 1))),
        ok = answer(Next),
        none = answer_now(Last),
        [leave(Serial) || Serial <- serials(2, ?TURNS)],
        ok = answer(Last),
        [leave(Serial) || Serial <- serials(50, 2)]
    end},
    {"a refused key ends the turn", fun() ->
        [ok = answer(connect(Serial)) || Serial <- serials(1, ?TURNS)],
        Next = connect(hd(serials(60, 1))),
        none = answer_now(Next),
        leave(hd(serials(1, 1))),
        ok = answer(Next),
        [leave(Serial) || Serial <- serials(2, ?TURNS) ++ serials(60, 1)]
    end},
    {"a device that asks for nothing loses its turn", fun() ->
        [ok = answer(connect(Serial)) || Serial <- serials(1, ?TURNS)],
        [belfry_admission:connected(Serial) || Serial <- serials(1, ?TURNS)],
        Next = connect(hd(serials(70, 1))),
        ok = answer(Next),
        leave(hd(serials(70, 1)))
    end},
    {"a device that connects once more while it waits has one place only", fun() ->
        [ok = answer(connect(Serial)) || Serial <- serials(1, ?TURNS)],
        [Serial] = serials(80, 1),
        Before = connect(Serial),
        After = connect(Serial),
        busy = answer(Before),
        none = answer_now(After),
        [leave(S) || S <- serials(1, ?TURNS)],
        ok = answer(After),
        leave(Serial)
    end},
    {"no device gets a turn soon after the loss of a node", fun() ->
        belfry_admission ! {nodedown, lost},
        Device = connect(hd(serials(90, 1))),
        none = answer_now(Device),
        ok = answer(Device),
        leave(hd(serials(90, 1)))
    end},
    {"a device that has waited in vain for too long is busy", fun() ->
        [erlang:send_after(Ms, belfry_admission, {nodedown, lost}) || Ms <- lists:seq(0, 10000, 1000)],
        timer:sleep(100),
        busy = answer(connect(hd(serials(95, 1))))
    end}
].

serials(From, Count) -> [list_to_binary(io_lib:format("0000-0000-0000-~4..0b", [N])) || N <- lists:seq(From, From + Count - 1)].

connect(Serial) ->
    Self = self(),
    Device = spawn(fun() -> Self ! {self(), belfry_admission:enter(Serial)} end),
    % What it has sent is ahead of what is sent here.
    wait_until(fun() -> lists:member(process_info(Device, status), [{status, waiting}, undefined]) end),
    Device.

answer(Device) -> receive {Device, Answer} -> Answer after 60000 -> none end.

%% After everything that the process of the turns has received so far.
answer_now(Device) ->
    all_received(),
    receive {Device, Answer} -> Answer after 0 -> none end.

leave(Serial) ->
    belfry_admission:leave(Serial),
    wait_until(fun() -> not ets:member(belfry_admission, Serial) end).

get_filter(Serial) ->
    belfry_admission:connected(Serial),
    belfry_admission:subscribes(Serial),
    Queue = <<"mqtt-subscription-", Serial/binary, "qos1">>,
    gen_event:notify(rabbit_event, {event, binding_created, [{destination_name, Queue}], none, 0}).

all_received() -> wait_until(fun() -> process_info(whereis(belfry_admission), message_queue_len) =:= {message_queue_len, 0} end).

wait_until(Holds) -> Holds() orelse begin timer:sleep(1), wait_until(Holds) end.
